import { Agent, request } from 'node:http';

/** What an agent needs to call; its secret is known to the benchmark only. */
export interface AgentIdentity {
  readonly id: string;
  readonly secret: string;
}

export interface ClaimedJob {
  readonly id: string;
  readonly request_id: string;
  readonly attempt: number;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Heartbeats come from a pool: a connection of its own for every call would measure the kernel. */
const beats = new Agent({ keepAlive: true, maxSockets: 64 });

/** One agent's calls over connections that are kept. A parked poll keeps one to itself. */
export class SimulatedAgent {
  private readonly polls = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly identity: AgentIdentity,
  ) {}

  heartbeat(): Promise<Answer> {
    return this.post('/heartbeat', {}, beats);
  }

  /** A long poll: 200 with a job, 204 without. */
  claim(waitSeconds: number): Promise<Answer> {
    return this.post('/jobs/claim', { wait_seconds: waitSeconds }, this.polls);
  }

  /** Nothing was fetched, so that the job has failed. */
  fail({ id, attempt }: ClaimedJob): Promise<Answer> {
    return this.post(`/jobs/${id}/complete`, { status: 'failed', error: 'simulated', attempt }, this.polls);
  }

  close(): void {
    this.polls.destroy();
  }

  private post(path: string, body: object, agent: Agent): Promise<Answer> {
    const text = JSON.stringify(body);
    const headers = {
      'x-agent-secret': this.identity.secret,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const url = `${this.url}/api/v1/agents/${this.identity.id}${path}`;
      const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
      });
      sent.on('error', reject).end(text);
    });
  }
}
