import { createAgentLog } from '../agent-log.js';
import { parseAgentConfig } from '../config/agent-config.js';
import type { ExitCode } from '../exit-code.js';
import { loadIdentity } from '../identity/agent-identity.js';
import { runAgent } from '../runtime/run-agent.js';
import type { FakeControlPlane } from './fake-control-plane.js';
import { ManualPacing } from './manual-pacing.js';

/** A whole agent in this process, minted, with time under the test's control. */
export class RunningAgent {
  readonly pacing = new ManualPacing();
  readonly logLines: string[] = [];
  readonly exit: Promise<ExitCode>;
  readonly #stop = new AbortController();
  readonly #listening: Promise<number>;

  constructor(api: FakeControlPlane, env: NodeJS.ProcessEnv = {}) {
    const config = parseAgentConfig({
      SVC_API_URL: api.url,
      SVC_CLUSTER_NAME: 'test-cluster',
      SVC_AGENT_ID: api.agentId,
      SVC_AGENT_SECRET: api.secret,
      SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0',
      ...env,
    });
    const log = createAgentLog('debug', (line) => void this.logLines.push(line));
    let listening: (port: number) => void = () => undefined;
    this.#listening = new Promise((resolve) => (listening = resolve));
    const { pacing } = this;
    const stop = this.#stop.signal;
    this.exit = loadIdentity(config).then((identity) =>
      runAgent({ config, identity: identity!, pacing, log, stop, onListening: listening }),
    );
  }

  /** What SIGTERM does; gives the exit code. */
  stop(): Promise<ExitCode> {
    this.#stop.abort();
    return this.exit;
  }

  async probe(path: string): Promise<{ status: number; text: string }> {
    const answer = await fetch(`http://127.0.0.1:${await this.#listening}${path}`, {
      headers: { Connection: 'close' },
    });
    return { status: answer.status, text: await answer.text() };
  }
}
