import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import {
  insertPeople,
  type StoredPerson,
  type StoredPlace,
} from '../../libs/requests/src/testing/executed-reads.js';
import { seedAgents } from '../fleet/seed-agents.js';
import type { AgentIdentity } from '../fleet/simulated-agent.js';
import { fillTables } from '../growth/fill-tables.js';
import { type BenchServers, startBenchServers } from '../support/bench-servers.js';
import { insertPlace } from '../support/place.js';
import { startApi } from '../support/start-api.js';
import { type RunningProcess, startProcess } from '../support/start-process.js';

export interface Size {
  readonly apis: number;
  readonly workers: number;
  readonly agents: number;
  readonly requests: number;
  readonly events: number;
}

/** Several processes of each kind before one Postgres and one Redis that have a history. */
export interface Installation {
  readonly servers: BenchServers;
  readonly apis: readonly RunningProcess[];
  readonly workers: readonly RunningProcess[];
  readonly place: StoredPlace;
  readonly developers: readonly StoredPerson[];
  readonly approver: StoredPerson;
  /** Those that carry out what people ask for in `place`. */
  readonly readers: readonly AgentIdentity[];
  /** Those that wait. */
  readonly waiting: readonly AgentIdentity[];
  stop(): Promise<void>;
}

/** A person may retrieve 20 values a minute, and so may not be one alone. */
const DEVELOPERS = 400;
const READERS = 10;
/** Of each person there are at most twenty requests. */
const REQUESTS_EACH = 20;
const SMALLEST = 10_000;
/** Connections of an api and of a worker; and some of our own. */
const [OF_API, OF_WORKER, OF_OURS] = [21, 6, 20];

export async function startInstallation(size: Size): Promise<Installation> {
  const connections = size.apis * OF_API + size.workers * OF_WORKER + OF_OURS;
  const servers = await startBenchServers({
    ...{ shared_buffers: '1GB', max_wal_size: '16GB', max_connections: String(connections) },
  });
  const { pool } = servers;
  const requests = Math.max(size.requests, SMALLEST);
  const places = Math.max(requests / REQUESTS_EACH, SMALLEST);
  await fillTables(servers.databaseUrl, { places, requests, events: Math.max(size.events, SMALLEST) });
  await sealFilledEvents(pool);
  const place = await insertPlace(pool);
  const developers = await insertPeople(pool, DEVELOPERS, 'developer');
  const [approver] = (await insertPeople(pool, 1, 'approver')) as [StoredPerson];
  const identities = await seedAgents(pool, size.agents + READERS, place.connectionId, READERS);
  await pool.query('VACUUM ANALYZE agents, provider_connections, users, user_roles, sessions');
  const { apis, workers } = await startProcesses(servers, size);
  return {
    ...{ servers, apis, workers, place, developers, approver },
    readers: identities.slice(0, READERS),
    waiting: identities.slice(READERS),
    stop: async () => {
      for (const each of [...apis, ...workers]) await each.stop();
      await servers.stop();
    },
  };
}

/** One after the other: starts at once would disturb each other. */
async function startProcesses(servers: BenchServers, size: Size) {
  const secrets = {
    SVC_JWT_SECRET: randomBytes(32).toString('base64'),
    SVC_WRAP_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const apis: RunningProcess[] = [];
  const workers: RunningProcess[] = [];
  while (apis.length < size.apis) apis.push(await startApi(servers, secrets));
  while (workers.length < size.workers)
    workers.push(
      await startProcess('dist/apps/worker/main.js', {
        ...{ SVC_ENV: 'development', SVC_LOG_LEVEL: 'info', WORKER_ADDR: '127.0.0.1:0' },
        ...{ DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl },
        SVC_WRAP_MASTER_KEY: secrets.SVC_WRAP_MASTER_KEY,
        SVC_AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
      }),
    );
  return { apis, workers };
}

/**
 * Makes the last of the filled events the log's only leaf, so that sealing goes on behind it: sealing all of them first
 * would take an hour, and what a leaf costs does not depend on how many there are.
 */
async function sealFilledEvents(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO audit_leaves (leaf_index, event_id, occurred_at, xid, hash)
      SELECT 0, id, occurred_at, xid, sha256('filled') FROM audit_events ORDER BY xid DESC, occurred_at DESC, id DESC LIMIT 1`,
  );
}
