import { createAgentLog } from '../agent-log.js';
import { parseSettings } from '../config/parse-settings.js';
import type { ExitCode } from '../exit-code.js';
import { runAgents } from '../runtime/run-agents.js';
import type { FakeControlPlane } from './fake-control-plane.js';
import { ManualClock } from './manual-clock.js';

/** A minted agent in this process, with a clock that the test controls. */
export class RunningAgent {
  readonly clock = new ManualClock();
  readonly logLines: string[] = [];
  readonly exit: Promise<ExitCode>;
  readonly #stop = new AbortController();
  readonly #listening: Promise<number>;

  constructor(api: FakeControlPlane, env: NodeJS.ProcessEnv = {}) {
    const settings = parseSettings({
      SVC_API_URL: api.url,
      SVC_CLUSTER_NAME: 'test-cluster',
      SVC_AGENT_ID: api.agentId,
      SVC_AGENT_SECRET: api.secret,
      SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0',
      ...env,
    });
    let listening: (port: number) => void = () => undefined;
    this.#listening = new Promise((resolve) => (listening = resolve));
    const log = createAgentLog('debug', (line) => {
      this.logLines.push(line);
      const { msg, port } = JSON.parse(line) as { msg: string; port: number };
      if (msg === 'health endpoint listens') listening(port);
    });
    const { clock } = this;
    this.exit = runAgents({ ...settings, clock, log, stop: this.#stop.signal });
  }

  /** Stops it as SIGTERM does; returns the exit code. */
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
