import { randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { type AgentKeyPair, encryptPostedValue, generateAgentKeyPair, openDek } from '#libs/agent-protocol';
import { ControlPlaneClient } from '../../apps/agent/src/control-plane/control-plane-client.js';
import { AgentCredentials } from '../../apps/agent/src/identity/agent-credentials.js';
import type { Job } from '../../apps/agent/src/control-plane/job.js';
import type { AgentIdentity } from '../fleet/simulated-agent.js';

const WAIT_SECONDS = 30;
const VALUE_BYTES = 32;

/** The reference agent's calls without its store: every key that a job names has a value at once. */
export class ReadingAgent {
  private readonly stopped = new AbortController();
  private running: Promise<void> | null = null;

  private constructor(
    private readonly client: ControlPlaneClient,
    private readonly agentId: string,
    private readonly keys: AgentKeyPair,
    private readonly completed: (secretRef: string) => void,
  ) {}

  /** Registers its key and begins to wait for jobs. @param completed hears the reference of each secret it has read */
  static async start(
    url: string,
    { id, secret }: AgentIdentity,
    completed: (secretRef: string) => void,
  ): Promise<ReadingAgent> {
    const keys = generateAgentKeyPair();
    const identity = {
      agentId: id,
      credentials: new AgentCredentials(SecretBytes.from(Buffer.from(secret))),
      ...{ keys, keyIsNew: true },
    };
    const agent = new ReadingAgent(new ControlPlaneClient(new URL(url), identity), id, keys, completed);
    await agent.client.registerPublicKey(keys.publicKeyBase64, agent.stopped.signal);
    agent.running = agent.run();
    return agent;
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      const job = await this.client.claim(WAIT_SECONDS, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (job) await this.read(job);
    }
  }

  private async read(job: Job): Promise<void> {
    const { signal } = this.stopped;
    const { dekId, enc, sealedKey } = await this.client.issueDek(job, signal);
    const key = openDek(this.keys, enc, sealedKey, this.agentId);
    for (const keyName of job.keys) {
      const value = SecretBytes.from(randomBytes(VALUE_BYTES));
      const binding = { agentId: this.agentId, jobId: job.id, keyName };
      await this.client.postWrap(job, { ...encryptPostedValue(key, value, binding), dekId, keyName }, signal);
    }
    key.wipe();
    await this.client.complete(job, { status: 'succeeded' }, signal);
    this.completed(job.secretRef ?? '');
  }
}
