import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { newId } from '#libs/core';
import { freePort } from '../../tools/free-port.js';
import type { BenchServers } from '../support/bench-servers.js';
import type { Call } from '../support/http-load.js';
import { type RunningProcess, startProgram, untilReady } from '../support/start-process.js';
import type { FlowContender, ReadFlow } from './contender.js';
import { JsonCalls } from './json-calls.js';

/** It allows a user 20 retrievals a minute. */
const EACH = 15;
const SECRET_REF = 'bench/database';

interface Person {
  readonly userId: string;
  readonly cookie: string;
}

interface World {
  readonly projectId: string;
  readonly approver: Person;
  readonly agent: { readonly id: string; readonly secret: string };
}

/**
 * The secrets-bridge API (Go, fiber, pgx) with a database and a Redis database of its own on the same servers, a pool of
 * 20 and its local key service, which it has in development only. Who calls is written straight into its tables, freshly
 * stepped up, as for ours.
 */
export class SecretsBridge implements FlowContender {
  readonly name = 'secrets-bridge';
  private world: World;
  /** A read of one value, of which retrievals are copies: neither row nor ciphertext is bound to its id. */
  private model: { requestId: string; wrapId: string };

  private constructor(
    private readonly program: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly pool: pg.Pool,
  ) {}

  /** @param program the built `cmd/api` */
  static async create(program: string, servers: BenchServers): Promise<SecretsBridge> {
    const databaseUrl = await servers.createDatabase('secrets_bridge');
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    pool.on('error', () => undefined);
    const env = {
      SB_ENV: 'dev',
      DATABASE_URL: `${databaseUrl}?sslmode=disable`,
      DATABASE_MAX_CONNS: '20',
      REDIS_URL: `${servers.redisUrl}/1`,
      REDIS_POOL_SIZE: '20',
      SB_JWT_SECRET: randomBytes(32).toString('base64'),
      SB_WRAP_MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const bridge = new SecretsBridge(program, env, pool);
    // Its first start makes the schema.
    const first = await bridge.start();
    bridge.world = await bridge.insertWorld();
    bridge.model = await bridge.readOnce(first.url);
    await first.stop();
    return bridge;
  }

  async start(): Promise<RunningProcess> {
    const address = `127.0.0.1:${await freePort()}`;
    const env = { ...this.env, API_ADDR: address };
    const running = await startProgram(this.program, [], `http://${address}`, env);
    await untilReady(`${running.url}/readyz`);
    return running;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async readFlows(url: string, count: number): Promise<ReadFlow[]> {
    const calls = new JsonCalls(`${url}/api/v1`);
    const people = await this.insertPeople(Math.ceil(count / EACH), 'developer');
    const requesters = new Map<string, Person>();
    return Array.from(
      { length: count },
      (_, n) => new SecretsBridgeFlow(calls, this.world, requesters, people[n % people.length]!),
    );
  }

  async retrievals(count: number): Promise<Call[]> {
    const people = await this.insertPeople(Math.ceil(count / EACH), 'developer');
    const copies = Array.from({ length: count }, (_, n) => {
      const person = people[n % people.length]!;
      return { person, requestId: newId(), wrapId: newId() };
    });
    const columns = [
      copies.map(({ requestId }) => requestId),
      copies.map(({ person }) => person.userId),
      copies.map(({ wrapId }) => wrapId),
    ];
    await this.pool.query(
      `INSERT INTO access_requests SELECT r.* FROM access_requests o,
          unnest($2::uuid[], $3::text[]) n (request_id, requester),
          LATERAL jsonb_populate_record(o, jsonb_build_object('id', n.request_id, 'requester_id', n.requester)) r
        WHERE o.id = $1`,
      [this.model.requestId, columns[0], columns[1]],
    );
    await this.pool.query(
      `INSERT INTO secret_wraps SELECT w.* FROM secret_wraps o,
          unnest($2::uuid[], $3::uuid[]) n (request_id, wrap_id),
          LATERAL jsonb_populate_record(o, jsonb_build_object('id', n.wrap_id, 'request_id', n.request_id)) w
        WHERE o.id = $1`,
      [this.model.wrapId, columns[0], columns[2]],
    );
    await this.pool.query('VACUUM ANALYZE');
    return copies.map(({ person, requestId, wrapId }) => ({
      ...{ method: 'GET', headers: cookieOf(person) },
      path: `/api/v1/requests/${requestId}/wraps/${wrapId}?user_id=${person.userId}`,
    }));
  }

  async identities(count: number): Promise<Call[]> {
    const people = await this.insertPeople(32, 'developer');
    return Array.from({ length: count }, (_, n) => ({
      ...{ method: 'GET', path: '/api/v1/users/me', headers: cookieOf(people[n % people.length]!) },
    }));
  }

  private async insertWorld(): Promise<World> {
    const [approver] = (await this.insertPeople(1, 'approver')) as [Person];
    const agent = { id: newId(), secret: randomBytes(32).toString('base64url') };
    const [projectId, secretId] = [newId(), newId()];
    await this.pool.query(
      `INSERT INTO agents (id, name, status, secret_hash) VALUES ($1, 'bench', 'active', $2)`,
      [agent.id, createHash('sha256').update(agent.secret).digest()],
    );
    await this.pool.query(`INSERT INTO projects (id, name) VALUES ($1, 'bench')`, [projectId]);
    await this.pool.query(
      `INSERT INTO secrets (id, cluster_name, provider_type, secret_ref) VALUES ($1, 'main', 'vault', $2)`,
      [secretId, SECRET_REF],
    );
    await this.pool.query(`INSERT INTO project_secrets (project_id, secret_id) VALUES ($1, $2)`, [
      projectId,
      secretId,
    ]);
    return { projectId, approver, agent };
  }

  private async insertPeople(count: number, role: string): Promise<Person[]> {
    const people = Array.from({ length: count }, () => ({ userId: newId(), cookie: randomBytes(32) }));
    const ids = people.map(({ userId }) => userId);
    await this.pool.query(
      `INSERT INTO local_users (id, email, password_hash) SELECT id, id || '@example.test', '' FROM unnest($1::uuid[]) id`,
      [ids],
    );
    await this.pool.query(
      `INSERT INTO sessions (user_id, token_hash, expires_at, idle_expires_at, last_mfa_at)
        SELECT s.*, now() + interval '1 h', now() + interval '1 h', now() FROM unnest($1::uuid[], $2::bytea[]) s`,
      [ids, people.map(({ cookie }) => createHash('sha256').update(cookie).digest())],
    );
    await this.pool.query(
      `INSERT INTO user_roles (user_id, role_id) SELECT u.id, r.id FROM unnest($1::text[]) u (id), roles r WHERE r.name = $2`,
      [ids, role],
    );
    await this.pool.query('VACUUM ANALYZE');
    return people.map(({ userId, cookie }) => ({ userId, cookie: cookie.toString('base64url') }));
  }

  /** One read up to its value, which is left in its wrap. */
  private async readOnce(url: string): Promise<{ requestId: string; wrapId: string }> {
    const [flow] = (await this.readFlows(url, 1)) as [SecretsBridgeFlow];
    for (const step of ['submit', 'approve', 'claim', 'dek', 'encrypt', 'wrap', 'complete', 'list'] as const)
      await flow[step]();
    return flow.read();
  }
}

class SecretsBridgeFlow implements ReadFlow {
  private requestId: string;
  private jobId: string;
  private dataKey: { plaintext: string; ciphertext: string; kms_key_id?: string };
  private envelope: Readonly<Record<string, string | undefined>>;
  private wrapId: string;

  constructor(
    private readonly calls: JsonCalls,
    private readonly world: World,
    /** By request: the person who submitted it. */
    private readonly requesters: Map<string, Person>,
    private readonly person: Person,
  ) {}

  read(): { requestId: string; wrapId: string } {
    return { requestId: this.requestId, wrapId: this.wrapId };
  }

  async submit(): Promise<void> {
    const { id } = await this.calls.send<{ id: string }>('POST', '/requests/read', cookieOf(this.person), {
      ...{ requester_id: this.person.userId, project_id: this.world.projectId, justification: 'bench' },
      ...{ target_provider_type: 'vault', target_secret_ref: SECRET_REF, target_keys: ['user'] },
    });
    this.requestId = id;
    this.requesters.set(id, this.person);
  }

  async approve(): Promise<void> {
    const { approver } = this.world;
    await this.calls.send('POST', `/requests/${this.requestId}/approve`, cookieOf(approver), {
      approver_id: approver.userId,
    });
  }

  /** A claim finds no job while others hold the locks of those that it looks at, and is made again. */
  async claim(): Promise<void> {
    type Job = { id: string; payload: { request_id: string } };
    let job: Job | undefined;
    while (!job) job = await this.ofAgent<Job | undefined>('/jobs/claim');
    this.jobId = job.id;
    this.requestId = job.payload.request_id;
  }

  async dek(): Promise<void> {
    this.dataKey = await this.ofAgent('/dek');
  }

  async encrypt(): Promise<void> {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(this.dataKey.plaintext, 'base64'), nonce);
    const ciphertext = [cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()];
    this.envelope = {
      ...{ algorithm: 'aes-256-gcm', nonce: nonce.toString('base64') },
      ciphertext: Buffer.concat(ciphertext).toString('base64'),
      ...{ dek_ciphertext: this.dataKey.ciphertext, dek_kms_key_id: this.dataKey.kms_key_id },
    };
  }

  async wrap(): Promise<void> {
    await this.ofAgent('/wraps', { request_id: this.requestId, key_name: 'user', envelope: this.envelope });
  }

  async complete(): Promise<void> {
    await this.ofAgent(`/jobs/${this.jobId}/complete`, { status: 'succeeded' });
  }

  async list(): Promise<void> {
    const wraps = await this.ofRequester<{ id: string }[]>('');
    this.wrapId = wraps[0]!.id;
  }

  async retrieve(): Promise<void> {
    const { value } = await this.ofRequester<{ value?: string }>(`/${this.wrapId}`);
    if (!value) throw new Error('a wrap without a value');
  }

  private ofAgent<Answer>(path: string, body: object = {}): Promise<Answer> {
    const { id, secret } = this.world.agent;
    return this.calls.send<Answer>('POST', `/agents/${id}${path}`, { 'x-agent-secret': secret }, body);
  }

  private ofRequester<Answer>(path: string): Promise<Answer> {
    const person = this.requesters.get(this.requestId)!;
    const url = `/requests/${this.requestId}/wraps${path}?user_id=${person.userId}`;
    return this.calls.send<Answer>('GET', url, cookieOf(person));
  }
}

function cookieOf({ cookie }: Person): Record<string, string> {
  return { cookie: `sb_session=${cookie}` };
}
