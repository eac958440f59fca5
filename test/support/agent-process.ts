import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface AgentProcess {
  output(): string;
  stop(): Promise<number | null>;
}

export interface AgentSettings {
  readonly apiUrl: string;
  readonly enrollmentToken: string;
  readonly clusterName: string;
  readonly vaultToken: string;
}

/** Enrolls and runs the reference agent from the build, with a state folder of its own. */
export async function startAgent(settings: AgentSettings): Promise<AgentProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-agent-'));
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, settings.enrollmentToken, { mode: 0o600 });
  const environment = {
    PATH: process.env.PATH ?? '',
    SVC_API_URL: settings.apiUrl,
    SVC_CLUSTER_NAME: settings.clusterName,
    SVC_AGENT_STATE_FILE: join(folder, 'state.json'),
    SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0',
    VAULT_TOKEN: settings.vaultToken,
  };
  const enrolled = launch(['enroll', '--token-file', tokenFile, '--name', 'story-agent'], environment);
  const [code] = (await once(enrolled.child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`enrollment ended with ${String(code)}: ${enrolled.output()}`);
  const running = launch(['run'], environment);
  return {
    output: () => enrolled.output() + running.output(),
    stop: async () => {
      if (running.child.exitCode === null && running.child.signalCode === null) {
        running.child.kill('SIGTERM');
        await once(running.child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
      return running.child.exitCode;
    },
  };
}

function launch(argv: string[], env: Record<string, string>): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [resolve('dist/apps/agent/main.js'), ...argv], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return { child, output: () => chunks.join('') };
}
