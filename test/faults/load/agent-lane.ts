import { setTimeout as sleep } from 'node:timers/promises';
import { SecretBytes } from '#libs/secret-bytes';
import {
  type AgentKeyPair,
  encryptPostedValue,
  generateAgentKeyPair,
  openAgentValue,
  openDek,
} from '#libs/agent-protocol';
import type { Answer, Ask, Client } from './client.js';
import type { Story } from './lane.js';

interface Job {
  readonly id: string;
  readonly kind: 'read' | 'patch';
  readonly request_id: string;
  readonly attempt: number;
  readonly keys: readonly string[];
  readonly wraps: readonly { readonly wrap_id: string; readonly key_name: string }[];
}

export interface AgentIdentity {
  readonly id: string;
  readonly secret: string;
  readonly keys: AgentKeyPair;
}

/** Enrolls an agent: a token by the administrator, and the token's one use. */
export async function enrollAgent(story: Story): Promise<AgentIdentity> {
  const { place } = story;
  const keys = generateAgentKeyPair();
  const token = await story.insist(story.as(place.admin), {
    ...({ operation: 'token.create', body: {}, api: 0 } as const),
    path: `/provider-connections/${place.connectionId}/enrollment-tokens`,
    learn: (body) => ({ token: body.id as string }),
  });
  const enrolled = await story.insist(story.client(), {
    ...({ operation: 'agent.enroll', path: '/agents/enroll', api: 0 } as const),
    body: enrollment(token.body?.enrollment_token as string, keys.publicKeyBase64),
    about: { token: token.body?.id as string },
    learn: (body) => ({ agent: body.agent_id as string }),
  });
  if (enrolled.status !== 201) throw new Error(`An agent could not be enrolled: ${String(enrolled.status)}.`);
  return { id: enrolled.body.agent_id, secret: enrolled.body.agent_token, keys };
}

export function enrollment(token: string, publicKey: string): object {
  return {
    enrollment_token: token,
    name: 'simulated',
    cluster_name: 'main',
    public_key: publicKey,
    version: '1',
  };
}

/** One claim of a simulated agent, and what it does with the job: mostly its work, at times it dies on it. */
export class AgentTurn {
  private readonly client: Client;
  private readonly manner: 'works' | 'fails' | 'dies' | 'dawdles';
  private readonly diesLate: boolean;
  private readonly repeats: boolean;
  private readonly beats: boolean;

  constructor(
    private readonly story: Story,
    private readonly agent: AgentIdentity,
  ) {
    this.client = story.client({ 'x-agent-secret': agent.secret });
    const { draws } = story;
    const working = Array.from({ length: 17 }, () => 'works' as const);
    this.manner = draws.oneOf(['fails', 'dies', 'dawdles', ...working] as const);
    this.diesLate = draws.chance(0.5);
    this.repeats = draws.chance(0.3);
    this.beats = draws.chance(0.03);
  }

  async play(): Promise<void> {
    if (this.beats) await this.ask({ operation: 'agent.heartbeat', path: '/heartbeat', body: {} });
    const claimed = await this.ask({
      ...({ operation: 'agent.claim', path: '/jobs/claim', body: { wait_seconds: 2 } } as const),
      learn: (body): Record<string, string> =>
        body === null ? {} : { job: body.id, attempt: String(body.attempt), request: body.request_id },
    });
    if (claimed.status !== 200) return claimed.status === 204 ? undefined : sleep(200);
    await this.work(claimed.body as Job);
  }

  private async work(job: Job): Promise<void> {
    if (this.manner === 'dies' && !this.diesLate) return;
    if (this.manner === 'dawdles') await sleep(9_000);
    const done = this.manner !== 'fails' && (await (job.kind === 'read' ? this.post(job) : this.take(job)));
    if (this.manner === 'dies') return;
    await this.complete(job, done);
    if (this.repeats) await this.complete(job, done);
  }

  private async complete(job: Job, done: boolean): Promise<void> {
    const status = done ? 'succeeded' : 'failed';
    await this.insist({
      ...({ operation: 'agent.complete', path: `/jobs/${job.id}/complete` } as const),
      body: { status, attempt: job.attempt, ...(done ? {} : { error: 'simulated' }) },
      about: { job: job.id, attempt: String(job.attempt), status },
    });
  }

  /** Posts a value for each key; a data key that a flushed cache has lost is asked for anew. */
  private async post(job: Job): Promise<boolean> {
    let dek: { id: string; key: SecretBytes } | null = null;
    for (const key of job.keys) {
      for (let tries = 0; ; tries += 1) {
        dek ??= await this.dataKey(job);
        if (dek === null) return false;
        const answer = await this.postValue(job, key, dek);
        if (answer.status === 201 || answer.body?.error_code === 'wrap_exists') break;
        if (answer.body?.error_code !== 'dek_expired' || tries === 3) return false;
        dek = null;
      }
    }
    return true;
  }

  private async dataKey(job: Job): Promise<{ id: string; key: SecretBytes } | null> {
    const body = { job_id: job.id, attempt: job.attempt };
    const { status, body: dek } = await this.insist({ operation: 'agent.dek', path: '/dek', body });
    if (status !== 201) return null;
    return { id: dek.dek_id, key: openDek(this.agent.keys, dek.enc, dek.sealed_key, this.agent.id) };
  }

  private postValue(job: Job, key: string, dek: { id: string; key: SecretBytes }): Promise<Answer> {
    const value = SecretBytes.from(Buffer.from(`read|${job.id}/${job.attempt}|${key}`));
    const binding = { agentId: this.agent.id, jobId: job.id, keyName: key };
    const posted = encryptPostedValue(dek.key, value, binding);
    return this.insist({
      ...({ operation: 'agent.post', path: '/wraps' } as const),
      body: { job_id: job.id, dek_id: dek.id, key_name: key, attempt: job.attempt, ...posted },
      about: { job: job.id, key },
      learn: (body) => ({ wrap: body.wrap_id as string }),
    });
  }

  /** Takes each value, at both processes at once; without all of them nothing could be written to a store. */
  private async take(job: Job): Promise<boolean> {
    let taken = 0;
    for (const { wrap_id: wrap } of job.wraps) {
      const ask: Omit<Ask, 'api'> = {
        ...({ operation: 'agent.take', method: 'GET', path: `/wraps/${wrap}` } as const),
        about: { wrap, request: job.request_id, job: job.id },
        value: (body) => this.open(body, wrap),
      };
      const answers = await Promise.all([0, 1].map((api) => this.askAt(api, ask)));
      if (answers.some((answer) => answer.status === 200)) taken += 1;
      else if (answers.every((answer) => answer.status === 503)) {
        if ((await this.insist(ask)).status === 200) taken += 1;
      }
    }
    return taken === job.keys.length;
  }

  private async open(body: { enc: string; ciphertext: string }, wrap: string): Promise<string> {
    const value = openAgentValue(this.agent.keys, body, this.agent.id, wrap);
    return Buffer.from(value.reveal()).toString();
  }

  private ask(ask: Omit<Ask, 'api'>): Promise<Answer> {
    return this.askAt(this.story.api(), ask);
  }

  private askAt(api: number, ask: Omit<Ask, 'api'>): Promise<Answer> {
    return this.client.ask(this.mine(ask, api));
  }

  private insist(ask: Omit<Ask, 'api'>): Promise<Answer> {
    return this.story.insist(this.client, this.mine(ask, this.story.api()));
  }

  private mine(ask: Omit<Ask, 'api'>, api: number): Ask {
    const about = { agent: this.agent.id, ...ask.about };
    return { ...ask, about, path: `/agents/${this.agent.id}${ask.path}`, api };
  }
}
