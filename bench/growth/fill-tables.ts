import pg from 'pg';
import { insertEvents } from '../audit/event-world.js';

/** The id that a number stands for, the same in every table. */
const id = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const HASH = (n: string): string => `sha256(convert_to(${n}::text, 'UTF8'))`;
/** Rows came one after the other, the last of them now. */
const AT = `now() - ($1 - n) * interval '15 s'`;

/** Requests that wait for a vote and those that wait for values: as many whatever lies behind them. */
const [PENDING, WAITING] = [200, 50];
const KIND = `CASE WHEN n > $1 - ${PENDING} THEN 'pending' WHEN n > $1 - ${PENDING + WAITING} THEN 'pending_values'
  WHEN n % 100 < 90 THEN 'executed' WHEN n % 100 < 94 THEN 'rejected' WHEN n % 100 < 97 THEN 'expired' ELSE 'cancelled' END`;
const OPEN = `status IN ('pending', 'pending_values')`;
/** Every person has asked 20 times, in every project was asked 100 times. */
const [PERSON, PROJECT] = [id('1 + n % ($1 / 20)'), id('1 + n % ($1 / 100)')];

/** One statement for each table; $1 is the number of rows. Histories are long, what is open is not. */
const FILLS: readonly string[] = [
  `INSERT INTO users (id, email, email_key, kind, created_at)
    SELECT ${id('n')}, 'p' || n || '@example.test', 'p' || n || '@example.test', 'oidc', ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO sessions (id, user_id, token_hash, created_at, expires_at, idle_expires_at, revoked_at)
    SELECT ${id('n')}, ${id('n')}, ${HASH('n')}, ${AT}, ${AT} + interval '8 h', ${AT} + interval '1 h', ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO teams (id, name, parent_id, created_at)
    SELECT ${id('n')}, 'team ' || n, CASE WHEN n % 1000 <> 1 THEN ${id('n - (n - 1) % 1000')} END, ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO team_closure (ancestor_id, descendant_id, depth)
    SELECT ${id('n')}, ${id('n')}, 0 FROM generate_series(1, $1::int) n
    UNION ALL SELECT ${id('n - (n - 1) % 1000')}, ${id('n')}, 1 FROM generate_series(1, $1::int) n WHERE n % 1000 <> 1`,
  `INSERT INTO projects (id, name, team_id, created_by, created_at)
    SELECT ${id('n')}, 'project ' || n, ${id('n')}, ${id('n')}, ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO environments (id, project_id, name, type, kind, risk_level, created_at)
    SELECT ${id('n')}, ${id('n')}, 'dev', 'dev', 'non_prod', 0, ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO user_roles (id, user_id, role_id, project_id, granted_by, created_at)
    SELECT ${id('n')}, ${id('n')}, r.id, ${id('n')}, 'system:bench', ${AT} FROM generate_series(1, $1::int) n, roles r WHERE r.name = 'approver'`,
  `INSERT INTO provider_connections (id, name, type, cluster_name, scope, created_at)
    SELECT ${id('n')}, 'store ' || n, 'vault', 'c' || n % 50, '{}', ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO provider_connection_bindings (id, connection_id, project_id, created_at)
    SELECT ${id('n')}, ${id('n')}, ${id('n')}, ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO secrets (id, provider_connection_id, cluster_name, provider, ref, keys, created_at)
    SELECT ${id('n')}, ${id('n')}, 'c' || n % 50, 'vault', 'apps/a' || n, '{user}', ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO agents (id, name, provider_connection_id, cluster_name, secret_hash, last_seen_at, created_at)
    SELECT ${id('n')}, 'agent', ${id('n')}, 'c' || n % 50, ${HASH('n')}, now(), ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO enrollment_tokens (id, provider_connection_id, token_hash, created_by, expires_at, consumed_at, agent_id, created_at)
    SELECT ${id('n')}, ${id('n')}, ${HASH('n')}, ${id('n')}, ${AT}, ${AT}, ${id('n')}, ${AT} FROM generate_series(1, $1::int) n`,
  `INSERT INTO access_requests (id, type, operation, status_before, status, requester_id, project_id, environment_id,
      provider_connection_id, secret_ref, keys, workflow_id, policy_rule_id, requires_mfa, min_approvers, allow_self_approval,
      wrap_ttl_created_seconds, wrap_ttl_approved_seconds, wrap_ttl_claimed_seconds, correlation_id, expires_at,
      executed_at, ended_at, target_team_id, target_project_id, created_at)
    SELECT ${id('n')}, CASE WHEN crosses THEN 'cross_team' ELSE 'read' END, CASE WHEN crosses THEN 'patch' ELSE 'read' END,
      CASE WHEN ${OPEN} THEN 'new' WHEN status = 'executed' THEN 'approved' WHEN crosses THEN 'pending_values' ELSE 'pending' END,
      CASE WHEN crosses AND status = 'rejected' THEN 'refused' ELSE status END, ${PERSON}, ${PROJECT}, ${PROJECT}, ${PROJECT}, 'apps/a' || n, '{user}', w.id, p.id, false, 1, false,
      3600, 3600, 3600, ${id('n')}, CASE WHEN ${OPEN} THEN now() + interval '1 day' ELSE ${AT} + interval '1 day' END,
      CASE WHEN status = 'executed' THEN ${AT} END, CASE WHEN NOT ${OPEN} THEN ${AT} END,
      CASE WHEN crosses THEN ${id('1 + n % 1000')} END, CASE WHEN crosses THEN ${id('1 + n % 1000')} END, ${AT}
    FROM (SELECT n, ${KIND} AS status, n % 50 = 0 AND n <= $1 - ${PENDING} OR ${KIND} = 'pending_values' AS crosses
      FROM generate_series(1, $1::int) n) r, workflows w, policy_rules p`,
  `INSERT INTO approvals (id, request_id, approver_id, decision, created_at)
    SELECT ${id('n')}, ${id('n')}, ${id('1 + n % 500')}, 'approve', ${AT} FROM generate_series(1, $1::int - ${PENDING + WAITING}) n`,
  `INSERT INTO jobs (id, kind, status, provider_connection_id, cluster_name, request_id, secret_ref, keys, correlation_id,
      agent_id, held_by, attempt, claimed_at, finished_at, created_at)
    SELECT ${id('n')}, 'read', 'succeeded', ${PROJECT}, 'c' || n % 50, ${id('n')}, 'apps/a' || n, '{user}', ${id('n')},
      ${PROJECT}, ARRAY[${PROJECT}], 1, ${AT}, ${AT}, ${AT} FROM generate_series(1, $1::int - ${PENDING + WAITING}) n`,
  `INSERT INTO wraps (id, request_id, key_name, audience, job_id, attempt, expires_at, consumed_at, created_at)
    SELECT ${id('n')}, ${id('n')}, 'user', 'requester', ${id('n')}, 1, ${AT} + interval '1 h', ${AT}, ${AT} FROM generate_series(1, $1::int - ${PENDING + WAITING}) n`,
  `INSERT INTO reveal_sessions (id, user_id, project_id, environment_id, access_request_id, wrap_ids, ttl_seconds, opened_at, expires_at, expired_at, expired_reason, created_at)
    SELECT ${id('n')}, ${PERSON}, ${PROJECT}, ${PROJECT}, ${id('n')}, ARRAY[${id('n')}], 60, ${AT}, ${AT} + interval '1 min', ${AT}, 'ttl', ${AT} FROM generate_series(1, $1::int - ${PENDING + WAITING}) n`,
];

/**
 * Fills every table that grows, and the audit log, with so many rows: at least 10,000 or the fixed parts are missing.
 * Constraints hold by construction; triggers and foreign keys are not run.
 */
export async function fillTables(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // No parallel filling, no checks of what is true by construction, no waiting for the disk.
  await client.query(`SET session_replication_role = 'replica'; SET synchronous_commit = off`);
  for (const fill of FILLS) await client.query(fill, [rows]);
  await insertEvents(client, rows);
  await client.query('VACUUM ANALYZE');
  await client.end();
}
