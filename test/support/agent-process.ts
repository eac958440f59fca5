import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { leaksInFolder } from './canary-scan.js';
import { keepOutput } from './process.js';
import { isSearched, keepMetrics, noteLeaks } from './run-folder.js';

export interface AgentProcess {
  output(): string;
  /** Stops the process where it is (SIGSTOP) while `work` runs. */
  suspended(work: () => Promise<void>): Promise<void>;
  stop(): Promise<number | null>;
}

export interface AgentSettings {
  readonly apiUrl: string;
  readonly enrollmentToken: string;
  readonly clusterName: string;
  readonly vaultToken: string;
  /** The one address that the token may go to (VAULT_ADDR). */
  readonly vaultAddress: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Enrolls and runs the reference agent from the build, with a state folder of its own. */
export async function startAgent(settings: AgentSettings): Promise<AgentProcess> {
  return (await EnrolledAgent.enroll(settings)).start();
}

/** The identity of a reference agent, kept on disk as an operator's would be: processes come and go. */
export class EnrolledAgent {
  private constructor(
    private readonly folder: string,
    private readonly environment: Record<string, string>,
    readonly output: () => string,
  ) {}

  static async enroll(settings: AgentSettings): Promise<EnrolledAgent> {
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
      VAULT_ADDR: settings.vaultAddress,
      ...settings.env,
    };
    const enrolled = launchAgent(['enroll', '--token-file', tokenFile, '--name', 'story-agent'], environment);
    const code = await enrolled.exited;
    if (code !== 0) throw new Error(`enrollment ended with ${String(code)}: ${enrolled.output()}`);
    return new EnrolledAgent(folder, environment, enrolled.output);
  }

  /** Returns what the agent keeps between starts. */
  async state(): Promise<Record<string, unknown>> {
    return JSON.parse(await readFile(this.stateFile, 'utf8')) as Record<string, unknown>;
  }

  /** Lays this over what the agent keeps; no process of it may be running. */
  async changeState(change: Record<string, unknown>): Promise<void> {
    await writeFile(this.stateFile, JSON.stringify({ ...(await this.state()), ...change }), { mode: 0o600 });
  }

  private get stateFile(): string {
    return join(this.folder, 'state.json');
  }

  /** Starts a process with which this identity ends. */
  start(): AgentProcess {
    const running = this.run();
    return {
      output: () => this.output() + running.output(),
      suspended: (work) => running.suspended(work),
      stop: async () => {
        const code = await running.stop();
        await this.remove();
        return code;
      },
    };
  }

  /** Starts a process with this identity. @param extra lies over its environment */
  run(extra: Record<string, string> = {}): RunningAgentProcess {
    return launchAgent(['run'], { ...this.environment, ...extra });
  }

  /** Runs another command with this identity to its end. */
  async command(...argv: string[]): Promise<{ code: number | null; output: string }> {
    const ran = launchAgent(argv, this.environment);
    return { code: await ran.exited, output: ran.output() };
  }

  async remove(): Promise<void> {
    if (isSearched && existsSync(this.folder))
      noteLeaks(await leaksInFolder('folder of an agent:', this.folder));
    await rm(this.folder, { recursive: true, force: true });
  }
}

export interface RunningAgentProcess {
  readonly output: () => string;
  /** The exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Stops the process where it is (SIGSTOP) while `work` runs. */
  suspended(work: () => Promise<void>): Promise<void>;
  /** SIGTERM, without waiting. */
  terminate(): void;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a command of the agent from the build. */
export function launchAgent(argv: string[], env: Record<string, string>): RunningAgentProcess {
  const child: ChildProcess = spawn(process.execPath, [resolve('dist/apps/agent/main.js'), ...argv], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const name = `agent ${child.pid}`;
  const chunks = keepOutput(child, name);
  // Closed, not only ended: all that it wrote has been read.
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  return {
    output: () => chunks.join(''),
    exited,
    suspended: async (work) => {
      child.kill('SIGSTOP');
      await work().finally(() => child.kill('SIGCONT'));
    },
    terminate: () => void child.kill('SIGTERM'),
    stop: async () => {
      const port = /health endpoint listens.*"port":(\d+)/.exec(chunks.join(''))?.[1];
      if (port) await keepMetrics(name, `http://127.0.0.1:${port}`);
      return end('SIGTERM');
    },
    kill: async () => void (await end('SIGKILL')),
  };
}
