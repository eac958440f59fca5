import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditRow, Tables } from './check/facts.js';
import type { FleetDatabase } from './fleet.js';

const QUEUE_EMPTY_WITHIN_MS = 120_000;

const millis = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** Reads what the tables hold. @param planted ids of sessions that no sign-in made */
export async function loadTables(postgres: FleetDatabase, planted: readonly string[]): Promise<Tables> {
  const rows = <K extends keyof Tables>(_of: K, sql: string, parameters: unknown[] = []) =>
    postgres.query(sql, parameters) as Promise<unknown> as Promise<Tables[K]>;
  return {
    requests: await rows(
      'requests',
      `SELECT id, type, status, requester_id, secret_ref, keys, min_approvers, requires_security_approval,
         filled_by_user_id FROM access_requests`,
    ),
    approvals: await rows('approvals', 'SELECT request_id, approver_id, decision, voted_as FROM approvals'),
    jobs: await rows(
      'jobs',
      `SELECT id, request_id, status, attempt, error, ${millis('lease_expires_at')} AS lease_ends FROM jobs`,
    ),
    wraps: await rows(
      'wraps',
      `SELECT id, request_id, key_name, audience, job_id, attempt, consumed_at IS NOT NULL AS consumed,
         ciphertext IS NOT NULL AS has_ciphertext FROM wraps`,
    ),
    revealSessions: await rows(
      'revealSessions',
      'SELECT id, access_request_id, expired_at IS NOT NULL AS ended FROM reveal_sessions',
    ),
    agents: await rows('agents', `SELECT id, status, encode(public_key, 'base64') AS public_key FROM agents`),
    tokens: await rows('tokens', 'SELECT id, agent_id FROM enrollment_tokens'),
    sessions: await rows(
      'sessions',
      `SELECT id, user_id, revoked_at IS NOT NULL AS revoked, last_mfa_at IS NOT NULL AS stepped_up
       FROM sessions WHERE id <> ALL ($1::uuid[])`,
      [planted],
    ),
    factors: await rows('factors', 'SELECT id, user_id FROM mfa_factors'),
    users: await rows('users', `SELECT id, email FROM users WHERE kind = 'local'`),
    projects: await rows('projects', 'SELECT id, name FROM projects'),
  };
}

/** Agents go on until nothing is queued or held any more. */
export async function untilQueueEmpty(postgres: FleetDatabase): Promise<void> {
  const sql = `SELECT count(*)::int AS open FROM jobs WHERE status IN ('queued', 'claimed')`;
  for (const since = Date.now(); Date.now() - since < QUEUE_EMPTY_WITHIN_MS; await sleep(250))
    if ((await postgres.query<{ open: number }>(sql))[0]!.open === 0) return;
}

/** Returns every event, in the order in which they were written: what happens to one row is serialized by its lock. */
export async function loadEvents(postgres: FleetDatabase): Promise<AuditRow[]> {
  return postgres.query(
    `SELECT id, ${millis('occurred_at')} AS at, actor, action, resource, status, metadata FROM audit_events
     ORDER BY occurred_at, id`,
  );
}

/** The same for every value that the stories make up, as it stands in their texts and in base64 of them. */
const VALUE = /(?:patch|read|fill)\|[\w/-]{3,}|(?:cGF0Y2h8|cmVhZH|ZmlsbH)[\w+/]{12,}/;

/** Lines of the processes' logs that tell of something unforeseen, or that hold a value. At most 20. */
export function complaintsIn(logFiles: readonly string[]): string[] {
  const found: string[] = [];
  for (const file of logFiles) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line.includes('unhandled error')) found.push(`${file}: ${line.slice(0, 1_500)}`);
      else if (VALUE.test(line)) found.push(`${file}: a line holds a value`);
    }
  }
  return found.slice(0, 20);
}
