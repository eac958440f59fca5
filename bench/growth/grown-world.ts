import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { PERMISSION_CATALOG } from '#libs/permissions';
import { cursorColumn } from '#libs/core';
import { SecretBytes } from '#libs/secret-bytes';
import { type AgentKeyPair, generateAgentKeyPair } from '#libs/agent-protocol';
import { ControlPlaneClient } from '../../apps/agent/src/control-plane/control-plane-client.js';
import { AgentCredentials } from '../../apps/agent/src/identity/agent-credentials.js';
import {
  insertPeople,
  type StoredPerson,
  type StoredPlace,
} from '../../libs/requests/src/testing/executed-reads.js';
import { middleRequest, numberedId } from '../audit/event-world.js';
import { seedAgents } from '../fleet/seed-agents.js';
import type { AgentIdentity } from '../fleet/simulated-agent.js';
import type { BenchServers } from '../support/bench-servers.js';
import { insertPlace } from '../support/place.js';
import { startApi } from '../support/start-api.js';
import type { RunningProcess } from '../support/start-process.js';
import { fillTables } from './fill-tables.js';
import { CALLS } from './list-calls.js';

/** Who asks, by what they may see. */
export interface Callers {
  /** Every permission, everywhere. */
  readonly everywhere: StoredPerson;
  /** Approves in one project of a hundred requests. */
  readonly inProject: StoredPerson;
  /** Approves in one team, which has one such project. */
  readonly inTeam: StoredPerson;
  /** No role, and twenty requests of their own long ago. */
  readonly requester: StoredPerson;
  /** No role and no request. */
  readonly nobody: StoredPerson;
}

/** The agent of the connection that the requests are for. */
interface GrownAgent {
  readonly id: string;
  readonly keys: AgentKeyPair;
  readonly client: ControlPlaneClient;
}

/** An api on a database with so many rows in each table. */
export interface GrownWorld {
  readonly rows: number;
  readonly database: string;
  readonly databaseUrl: string;
  readonly api: RunningProcess;
  readonly pool: pg.Pool;
  readonly place: StoredPlace;
  readonly callers: Callers;
  readonly agent: GrownAgent;
  /** Agents that say that they are there: each may six times a minute. */
  readonly beating: readonly ControlPlaneClient[];
  /** Cursors: half of a list's rows come after the first, half of the audit events after the second. */
  readonly middle: string;
  readonly middleEvent: string;
  stop(): Promise<void>;
}

export const SECRETS = {
  SVC_JWT_SECRET: randomBytes(32).toString('base64'),
  SVC_WRAP_MASTER_KEY: randomBytes(32).toString('base64'),
};

export async function growWorld(servers: BenchServers, rows: number): Promise<GrownWorld> {
  const database = `grown_${rows}`;
  const databaseUrl = await servers.addDatabase(database);
  await fillTables(databaseUrl, { places: rows, requests: rows, events: rows });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  const place = await insertPlace(pool);
  const callers = await insertCallers(pool);
  const [first, ...others] = await seedAgents(pool, 1 + CALLS, place.connectionId, 1 + CALLS);
  const cursors = await middleCursors(pool, rows);
  const api = await startApi(
    { databaseUrl, redisUrl: servers.redisUrl },
    { ...SECRETS, SVC_TRUST_PROXY: '127.0.0.0/8', SVC_GITOPS_ENABLED: 'true' },
  );
  const agent = await registered(api.url, first!);
  const beating = await Promise.all(others.map(async (other) => (await registered(api.url, other)).client));
  const stop = async (): Promise<void> => {
    await api.stop();
    await pool.end();
  };
  return { rows, database, databaseUrl, api, pool, place, callers, agent, beating, ...cursors, stop };
}

async function registered(url: string, identity: AgentIdentity): Promise<GrownAgent> {
  const keys = generateAgentKeyPair();
  const credentials = new AgentCredentials(SecretBytes.fromUtf8(identity.secret));
  const client = new ControlPlaneClient(new URL(url), {
    ...{ agentId: identity.id, credentials, keys, keyIsNew: true },
  });
  await client.registerPublicKey(keys.publicKeyBase64, new AbortController().signal);
  return { id: identity.id, keys, client };
}

/** As the api itself makes them: all tables but the audit log's were filled at the same pace. */
async function middleCursors(
  pool: pg.Pool,
  rows: number,
): Promise<Pick<GrownWorld, 'middle' | 'middleEvent'>> {
  const cursorOf = async (column: string, table: string, where: string, value: string): Promise<string> => {
    const { rows: found } = await pool.query<{ cursor_at: string; id: string }>(
      `SELECT ${cursorColumn(column)}, id FROM ${table} WHERE ${where} = $1 ORDER BY ${column} LIMIT 1`,
      [value],
    );
    return Buffer.from(`${found[0]!.cursor_at}|${found[0]!.id}`).toString('base64url');
  };
  return {
    middle: await cursorOf('created_at', 'users', 'id', numberedId(Math.floor(rows / 2))),
    middleEvent: await cursorOf(
      'occurred_at',
      'audit_events',
      'correlation_id',
      numberedId(middleRequest(rows)),
    ),
  };
}

async function insertCallers(pool: pg.Pool): Promise<Callers> {
  const [everywhere, inProject, inTeam, requester, nobody] = (await insertPeople(pool, 5)) as [
    StoredPerson,
    StoredPerson,
    StoredPerson,
    StoredPerson,
    StoredPerson,
  ];
  await pool.query(
    `WITH every AS (INSERT INTO roles (id, name, permissions) VALUES (gen_random_uuid(), 'bench', $2) RETURNING id)
      INSERT INTO user_roles (id, user_id, role_id, granted_by) SELECT gen_random_uuid(), $1, id, 'system:bench' FROM every`,
    [everywhere.userId, PERMISSION_CATALOG.map((each) => each.permission)],
  );
  await pool.query(
    `INSERT INTO user_roles (id, user_id, role_id, project_id, team_id, granted_by)
      SELECT gen_random_uuid(), g.user_id, r.id, g.project_id, g.team_id, 'system:bench'
      FROM roles r, (VALUES ($1::uuid, $3::uuid, NULL::uuid), ($2, NULL, $3)) g (user_id, project_id, team_id) WHERE r.name = 'approver'`,
    [inProject.userId, inTeam.userId, numberedId(7)],
  );
  await pool.query('UPDATE access_requests SET requester_id = $1 WHERE requester_id = $2', [
    requester.userId,
    numberedId(5),
  ]);
  await pool.query(
    `INSERT INTO mfa_factors (id, user_id, kind, label, secret_sealed) VALUES (gen_random_uuid(), $1, 'totp', 'phone', 'sealed')`,
    [requester.userId],
  );
  return { everywhere, inProject, inTeam, requester, nobody };
}
