import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const PORT = /"port":(\d+).*"msg":"listening"/;

/** Where to leave a CPU profile of each program that a benchmark starts; none when unset. */
const PROFILE_DIR = process.env.PROFILE_DIR;

/** Starts a built program that is told port 0 and logs the one it got; resolves when it listens. */
export async function startProcess(file: string, env: Record<string, string>): Promise<RunningProcess> {
  const profile = PROFILE_DIR === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${PROFILE_DIR}`];
  const child = spawn(process.execPath, [...profile, file], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  let written = '';
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${String(code)}: ${written}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      written = (written + chunk.toString()).slice(-4000);
      const found = PORT.exec(written)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop };
}
