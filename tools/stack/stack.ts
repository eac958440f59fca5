import pg from 'pg';
import { migrate } from '#libs/database';
import { type PostgresServer, startPostgres } from '../postgres.js';
import { ChildProgram } from './child-program.js';
import { choosePort } from './choose-port.js';
import type { DataFolder } from './data-folder.js';
import { startAgent } from './local-agent.js';
import type { Account } from './person.js';
import { CLUSTER } from './store-connection.js';

/** Preferred ports; if one is in use, another free port is used. */
const PORTS = { postgres: 15432, kv: 8200, api: 8080, worker: 8081, agent: 8082 };
const DATABASE = 'countersign';

/** The programs of the local stack, in the order in which they start; they stop in reverse order. */
export class Stack {
  #postgres: PostgresServer | null = null;
  readonly #programs: ChildProgram[] = [];
  #stopping: Promise<void> | null = null;
  databaseUrl = '';
  apiUrl = '';
  workerUrl = '';
  kvUrl = '';
  agentUrl = '';

  constructor(private readonly folder: DataFolder) {}

  async startPostgres(): Promise<void> {
    this.refuseWhenStopping();
    const port = await choosePort(PORTS.postgres);
    const password = this.folder.secrets.databasePassword;
    this.#postgres = await startPostgres({ folder: this.folder.postgres, port, password });
    this.databaseUrl = this.#postgres.urlOf(DATABASE);
  }

  /** Returns the names of the migrations that ran. */
  async migrate(): Promise<string[]> {
    await createDatabase(this.#postgres!.url);
    return migrate(this.databaseUrl);
  }

  async startKv(): Promise<void> {
    const port = await choosePort(PORTS.kv);
    this.kvUrl = `http://127.0.0.1:${port}`;
    const env = { DEV_KV_TOKEN: this.folder.secrets.kvToken, DEV_KV_PORT: String(port) };
    await this.start('kv', 'tools/dev-kv/main.js', env, `${this.kvUrl}/v1/sys/health`);
  }

  async startApi(admin: Account): Promise<void> {
    const port = await choosePort(PORTS.api);
    this.apiUrl = `http://127.0.0.1:${port}`;
    const env = {
      ...this.serviceEnvironment(),
      API_ADDR: `127.0.0.1:${port}`,
      SVC_JWT_SECRET: this.folder.secrets.jwtSecret,
      SVC_WRAP_MASTER_KEY: this.folder.secrets.wrapMasterKey,
      SVC_BOOTSTRAP_ADMIN_EMAIL: admin.email,
      SVC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      // The development store speaks http, on loopback.
      SVC_ALLOW_INSECURE_STORE_ADDR: 'true',
    };
    await this.start('api', 'apps/api/main.js', env, `${this.apiUrl}/readyz`);
  }

  async startWorker(): Promise<void> {
    const port = await choosePort(PORTS.worker);
    this.workerUrl = `http://127.0.0.1:${port}`;
    const env = {
      ...this.serviceEnvironment(),
      WORKER_ADDR: `127.0.0.1:${port}`,
      SVC_AUDIT_SIGNING_KEY: this.folder.secrets.auditSigningKey,
    };
    await this.start('worker', 'apps/worker/main.js', env, `${this.workerUrl}/readyz`);
  }

  /** Returns the environment of the agent's `enroll` and `run`; only the agent knows the store's token. */
  async agentEnvironment(): Promise<Record<string, string>> {
    const port = await choosePort(PORTS.agent);
    this.agentUrl = `http://127.0.0.1:${port}`;
    return {
      SVC_API_URL: this.apiUrl,
      SVC_CLUSTER_NAME: CLUSTER,
      SVC_AGENT_STATE_FILE: this.folder.agentState,
      SVC_AGENT_HEALTH_ADDR: `127.0.0.1:${port}`,
      SVC_ALLOW_INSECURE_STORE_ADDR: 'true',
      VAULT_ADDR: this.kvUrl,
      VAULT_TOKEN: this.folder.secrets.kvToken,
    };
  }

  async startAgent(env: Readonly<Record<string, string>>): Promise<void> {
    this.refuseWhenStopping();
    await this.untilReady(startAgent(this.folder, env), `${this.agentUrl}/readyz`);
  }

  /** Resolves with the first program that exits by itself. */
  async untilOneEnds(): Promise<ChildProgram> {
    return Promise.race(this.#programs.map((program) => program.ended().then(() => program)));
  }

  /** Stops everything: the agent first, Postgres last. */
  stop(): Promise<void> {
    this.#stopping ??= this.stopAll();
    return this.#stopping;
  }

  private async stopAll(): Promise<void> {
    for (const program of this.#programs.reverse()) await program.stop();
    await this.#postgres?.stop();
  }

  private serviceEnvironment(): Record<string, string> {
    return { SVC_ENV: 'development', DATABASE_URL: this.databaseUrl, REDIS_URL: 'memory://' };
  }

  private async start(
    name: string,
    script: string,
    env: Record<string, string>,
    readyUrl: string,
  ): Promise<void> {
    this.refuseWhenStopping();
    await this.untilReady(ChildProgram.start({ name, script, env, logs: this.folder.logs }), readyUrl);
  }

  private async untilReady(program: ChildProgram, url: string): Promise<void> {
    this.#programs.push(program);
    await program.untilReady(url);
  }

  private refuseWhenStopping(): void {
    if (this.#stopping) throw new Error('The stack is being stopped.');
  }
}

async function createDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
