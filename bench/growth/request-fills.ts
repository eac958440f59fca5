import { AT, type Fill, id, ROWS } from './fill-columns.js';

/** Requests that wait for a vote and those that wait for values: as many whatever lies behind them. */
const [PENDING, WAITING] = [200, 50];
const KIND = `CASE WHEN n > $1 - ${PENDING} THEN 'pending' WHEN n > $1 - ${PENDING + WAITING} THEN 'pending_values'
  WHEN n % 100 < 90 THEN 'executed' WHEN n % 100 < 94 THEN 'rejected' WHEN n % 100 < 97 THEN 'expired' ELSE 'cancelled' END`;
const OPEN = `status IN ('pending', 'pending_values')`;
/** Every person has asked 20 times, in every project was asked 100 times. */
const [PERSON, PROJECT] = [id('1 + n % ($1 / 20)'), id('1 + n % ($1 / 100)')];
const ENDED = `FROM generate_series(1, $1::int - ${PENDING + WAITING}) n`;

/** The k-th request, from 0, of the person with a number below 500. */
export const requestOf = (person: number, rows: number, k: number): number =>
  person - 1 + k * Math.floor(rows / 20);

/** Requests and all that carried them out. Histories are long, what is open is not. */
export const requestFills: readonly Fill[] = [
  {
    tables: ['access_requests'],
    sql: `INSERT INTO access_requests (id, type, operation, status_before, status, requester_id, project_id, environment_id,
        provider_connection_id, secret_ref, keys, workflow_id, policy_rule_id, requires_mfa, min_approvers, allow_self_approval,
        wrap_ttl_created_seconds, wrap_ttl_approved_seconds, wrap_ttl_claimed_seconds, correlation_id, expires_at,
        approved_at, executed_at, ended_at, target_team_id, target_project_id, created_at)
      SELECT ${id('n')}, CASE WHEN crosses THEN 'cross_team' ELSE 'read' END, CASE WHEN crosses THEN 'patch' ELSE 'read' END,
        CASE WHEN ${OPEN} THEN 'new' WHEN status = 'executed' THEN 'approved' WHEN crosses THEN 'pending_values' ELSE 'pending' END,
        CASE WHEN crosses AND status = 'rejected' THEN 'refused' ELSE status END, ${PERSON}, ${PROJECT}, ${PROJECT}, ${PROJECT},
        'apps/a' || n, '{user}', w.id, p.id, false, 1, false,
        3600, 3600, 3600, ${id('n')}, CASE WHEN ${OPEN} THEN now() + interval '1 day' ELSE ${AT} + interval '1 day' END,
        CASE WHEN status = 'executed' THEN ${AT} END, CASE WHEN status = 'executed' THEN ${AT} END, CASE WHEN NOT ${OPEN} THEN ${AT} END,
        CASE WHEN crosses THEN ${id('1 + n % 1000')} END, CASE WHEN crosses THEN ${id('1 + n % 1000')} END, ${AT}
      FROM (SELECT n, ${KIND} AS status, n % 50 = 0 AND n <= $1 - ${PENDING} OR ${KIND} = 'pending_values' AS crosses ${ROWS}) r,
        workflows w, policy_rules p WHERE w.name = 'default' AND p.is_system`,
  },
  {
    tables: ['approvals'],
    sql: `INSERT INTO approvals (id, request_id, approver_id, decision, created_at)
      SELECT ${id('n')}, ${id('n')}, ${id('1 + n % 500')}, 'approve', ${AT} ${ENDED}`,
  },
  {
    tables: ['request_comments'],
    sql: `INSERT INTO request_comments (id, request_id, author_id, text, created_at)
      SELECT ${id('n')}, ${id('n')}, ${id('1 + n % 500')}, 'which of the two?', ${AT} ${ENDED}`,
  },
  {
    tables: ['jobs'],
    sql: `INSERT INTO jobs (id, kind, status, provider_connection_id, cluster_name, request_id, secret_ref, keys, correlation_id,
        agent_id, held_by, attempt, claimed_at, finished_at, created_at)
      SELECT ${id('n')}, 'read', 'succeeded', ${PROJECT}, 'c' || n % 50, ${id('n')}, 'apps/a' || n, '{user}', ${id('n')},
        ${PROJECT}, ARRAY[${PROJECT}], 1, ${AT}, ${AT}, ${AT} ${ENDED}`,
  },
  {
    tables: ['wraps'],
    sql: `INSERT INTO wraps (id, request_id, key_name, audience, job_id, attempt, expires_at, consumed_at, created_at)
      SELECT ${id('n')}, ${id('n')}, 'user', 'requester', ${id('n')}, 1, ${AT} + interval '1 h', ${AT}, ${AT} ${ENDED}`,
  },
  {
    tables: ['reveal_sessions'],
    sql: `INSERT INTO reveal_sessions (id, user_id, project_id, environment_id, access_request_id, wrap_ids, ttl_seconds,
        opened_at, expires_at, expired_at, expired_reason, created_at)
      SELECT ${id('n')}, ${PERSON}, ${PROJECT}, ${PROJECT}, ${id('n')}, ARRAY[${id('n')}], 60, ${AT}, ${AT} + interval '1 min',
        ${AT}, 'ttl', ${AT} ${ENDED}`,
  },
  {
    // They are kept for a day: these are of the last twelve hours.
    tables: ['idempotency_keys'],
    sql: `INSERT INTO idempotency_keys (caller_id, key, fingerprint, response, started_at, carried_out_at)
      SELECT ${PERSON}, 'key ' || n, sha256('call'), '{}', at, at
      FROM (SELECT n, now() - interval '12 h' * ($1 - n) / $1 AS at ${ROWS}) k`,
  },
];
