import { randomBytes } from 'node:crypto';
import {
  type AgentKeyPair,
  encryptPostedValue,
  generateAgentKeyPair,
  openDek,
  type PostedValue,
} from '#libs/agent-protocol';
import { createKeyService, type KeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import {
  insertExecutedReads,
  insertPeople,
  type StoredPerson,
  type StoredPlace,
} from '../../libs/requests/src/testing/executed-reads.js';
import { seedAgents } from '../fleet/seed-agents.js';
import type { AgentIdentity } from '../fleet/simulated-agent.js';
import type { BenchServers } from '../support/bench-servers.js';
import type { Call } from '../support/http-load.js';
import { insertPlace } from '../support/place.js';
import { startApi } from '../support/start-api.js';
import { type RunningProcess, untilReady } from '../support/start-process.js';
import type { FlowContender, ReadFlow } from './contender.js';
import { JsonCalls } from './json-calls.js';

const AGENTS = 16;
/** A person may retrieve 20 values a minute. */
const EACH = 15;

interface BenchAgent extends AgentIdentity {
  readonly keys: AgentKeyPair;
}

interface World {
  readonly place: StoredPlace;
  readonly approver: StoredPerson;
  readonly agents: readonly BenchAgent[];
}

/** Ours: one api process. */
export class Countersign implements FlowContender {
  readonly name = 'Countersign';
  private readonly masterKey = randomBytes(32);
  private readonly tokenKey = randomBytes(32).toString('base64');
  private readonly keys: KeyService;

  private constructor(
    private readonly servers: BenchServers,
    private readonly world: World,
  ) {
    const masterKey = SecretBytes.from(this.masterKey);
    this.keys = createKeyService({ backend: 'local', masterKey, previousMasterKeys: [] });
  }

  static async create(servers: BenchServers): Promise<Countersign> {
    const place = await insertPlace(servers.pool);
    const [approver] = (await insertPeople(servers.pool, 1, 'approver')) as [StoredPerson];
    const identities = await seedAgents(servers.pool, AGENTS, place.connectionId, AGENTS);
    const agents = identities.map((identity) => ({ ...identity, keys: generateAgentKeyPair() }));
    return new Countersign(servers, { place, approver, agents });
  }

  async start(): Promise<RunningProcess> {
    const api = await startApi(this.servers, {
      SVC_JWT_SECRET: this.tokenKey,
      SVC_WRAP_MASTER_KEY: this.masterKey.toString('base64'),
    });
    await untilReady(`${api.url}/readyz`);
    return api;
  }

  async readFlows(url: string, count: number): Promise<ReadFlow[]> {
    const calls = new JsonCalls(`${url}/api/v1`);
    for (const { id, secret, keys } of this.world.agents)
      await calls.send('PUT', `/agents/${id}/public-key`, secretHeader(secret), {
        public_key: keys.publicKeyBase64,
      });
    const people = await this.developers(Math.ceil(count / EACH));
    const requesters = new Map<string, StoredPerson>();
    return Array.from({ length: count }, (_, n) => {
      const agent = this.world.agents[n % AGENTS]!;
      return new CountersignFlow(calls, this.world, requesters, people[n % people.length]!, agent);
    });
  }

  async retrievals(count: number): Promise<Call[]> {
    const people = await this.developers(Math.ceil(count / EACH));
    const values = Array.from({ length: EACH }, () => randomBytes(32));
    const reads = await insertExecutedReads(
      this.servers.pool,
      this.keys,
      this.world.place,
      people,
      () => values,
    );
    await this.servers.pool.query('VACUUM ANALYZE');
    return reads
      .flatMap(({ requester, requestId, wrapIds }) =>
        wrapIds.map((id) => ({
          ...{ method: 'GET' as const, path: `/api/v1/requests/${requestId}/wraps/${id}` },
          headers: cookieOf(requester),
        })),
      )
      .slice(0, count);
  }

  async identities(count: number): Promise<Call[]> {
    const people = await this.developers(32);
    return Array.from({ length: count }, (_, n) => ({
      ...{ method: 'GET', path: '/api/v1/users/me', headers: cookieOf(people[n % people.length]!) },
    }));
  }

  private async developers(count: number): Promise<StoredPerson[]> {
    const people = await insertPeople(this.servers.pool, count, 'developer');
    await this.servers.pool.query('VACUUM ANALYZE');
    return people;
  }
}

class CountersignFlow implements ReadFlow {
  private requestId: string;
  private job: { id: string; request_id: string; attempt: number; keys: string[] };
  private dataKey: { dek_id: string; enc: string; sealed_key: string };
  private posted: PostedValue;
  private wrapId: string;

  constructor(
    private readonly calls: JsonCalls,
    private readonly world: World,
    /** By request: the person who submitted it. */
    private readonly requesters: Map<string, StoredPerson>,
    private readonly person: StoredPerson,
    private readonly agent: BenchAgent,
  ) {}

  async submit(): Promise<void> {
    const { projectId, environmentId, connectionId } = this.world.place;
    const body = {
      ...{ project_id: projectId, environment_id: environmentId, provider_connection_id: connectionId },
      ...{ secret_ref: 'bench/database', keys: ['user'] },
    };
    const { id } = await this.calls.send<{ id: string }>(
      'POST',
      '/requests/read',
      cookieOf(this.person),
      body,
    );
    this.requestId = id;
    this.requesters.set(id, this.person);
  }

  async approve(): Promise<void> {
    await this.calls.send('POST', `/requests/${this.requestId}/approve`, cookieOf(this.world.approver), {});
  }

  async claim(): Promise<void> {
    this.job = await this.ofAgent('/jobs/claim', { wait_seconds: 0 });
    this.requestId = this.job.request_id;
  }

  async dek(): Promise<void> {
    this.dataKey = await this.ofAgent('/dek', { job_id: this.job.id, attempt: this.job.attempt });
  }

  async encrypt(): Promise<void> {
    const { enc, sealed_key } = this.dataKey;
    const key = openDek(this.agent.keys, enc, sealed_key, this.agent.id);
    const binding = { agentId: this.agent.id, jobId: this.job.id, keyName: this.job.keys[0]! };
    this.posted = encryptPostedValue(key, SecretBytes.from(randomBytes(32)), binding);
    key.wipe();
  }

  async wrap(): Promise<void> {
    const { id, attempt, keys } = this.job;
    const { nonce, ciphertext } = this.posted;
    const { dek_id } = this.dataKey;
    await this.ofAgent('/wraps', { job_id: id, dek_id, key_name: keys[0], nonce, ciphertext, attempt });
  }

  async complete(): Promise<void> {
    const { id, attempt } = this.job;
    await this.ofAgent(`/jobs/${id}/complete`, { status: 'succeeded', attempt });
  }

  async list(): Promise<void> {
    const wraps = await this.ofRequester<{ wrap_id: string }[]>('');
    this.wrapId = wraps[0]!.wrap_id;
  }

  async retrieve(): Promise<void> {
    const { value } = await this.ofRequester<{ value?: string }>(`/${this.wrapId}`);
    if (!value) throw new Error('a wrap without a value');
  }

  private ofAgent<Answer>(path: string, body: object): Promise<Answer> {
    const { id, secret } = this.agent;
    return this.calls.send<Answer>('POST', `/agents/${id}${path}`, secretHeader(secret), body);
  }

  private ofRequester<Answer>(path: string): Promise<Answer> {
    const headers = cookieOf(this.requesters.get(this.requestId)!);
    return this.calls.send<Answer>('GET', `/requests/${this.requestId}/wraps${path}`, headers);
  }
}

function cookieOf({ cookie }: StoredPerson): Record<string, string> {
  return { cookie: `svc_session=${cookie}` };
}

function secretHeader(secret: string): Record<string, string> {
  return { 'x-agent-secret': secret };
}
