import { INSERT_AUDIT_EVENT } from '#libs/audit';
import { LEASE_EXHAUSTED } from './domain/job-ends.js';
import { MAX_ATTEMPTS } from './domain/job-state.js';
import { JOB_COLUMNS } from './job-columns.js';
import { jobEventSql } from './job-event-sql.js';
import type { JobKind } from './job.js';

/** Queued, or claimed under a lease that has lapsed; the same rows that the partial indexes hold. */
export const OFFERED = `jobs.status IN ('queued', 'claimed')
  AND (jobs.status = 'queued' OR jobs.lease_expires_at <= clock_timestamp())`;

const oldestOffered = (
  place: string,
): string => `SELECT jobs.id, jobs.kind, jobs.request_id, jobs.status, jobs.attempt, jobs.agent_id
    FROM jobs WHERE ${place} AND ${OFFERED}
    ORDER BY jobs.created_at, jobs.id FOR UPDATE SKIP LOCKED LIMIT 1`;

/**
 * `next`, the oldest job offered to a bound agent. $3 its connection, $4 its cluster, for jobs that name none (D89).
 *
 * @param allowed what the agent has to meet, over $1
 */
export const nextForBound = (allowed: string): string => `bound AS (${oldestOffered(
  `jobs.provider_connection_id = $3::uuid AND ${allowed}`,
)}),
  unbound AS (${oldestOffered(
    `NOT EXISTS (SELECT FROM bound) AND jobs.provider_connection_id IS NULL AND jobs.cluster_name = $4 AND ${allowed}`,
  )}),
  next AS (SELECT * FROM bound UNION ALL SELECT * FROM unbound)`;

/** `next`, the oldest job offered to a minted agent. $3 the cluster that it serves. */
export const nextForCluster = (allowed: string): string =>
  `next AS (${oldestOffered(`jobs.cluster_name = $3 AND ${allowed}`)})`;

/** Takes it: claimed under a fresh lease and the next attempt, or failed when its attempts are used up (D54). */
const take = (from: string): string => `UPDATE jobs SET
    status = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} THEN 'failed' ELSE 'claimed' END,
    attempt = least(next.attempt + 1, ${MAX_ATTEMPTS}),
    error = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} THEN '${LEASE_EXHAUSTED}' END,
    finished_at = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} THEN clock_timestamp() END,
    agent_id = CASE WHEN next.attempt < ${MAX_ATTEMPTS} THEN $1::uuid END,
    held_by = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} OR $1::uuid = ANY (jobs.held_by) THEN jobs.held_by
      ELSE jobs.held_by || $1::uuid END,
    lease_expires_at = clock_timestamp() + make_interval(secs => $2),
    claimed_at = clock_timestamp(),
    updated_at = clock_timestamp()
  FROM ${from} next WHERE jobs.id = next.id
  RETURNING ${JOB_COLUMNS}, next.status AS "statusBefore", next.attempt AS "attemptBefore",
    next.agent_id AS "agentBefore"`;

/** The first statement of a transaction that then asks the job's owner. $1 agent, $2 lease in seconds, then the place. */
export const takeSql = (next: string): string => `WITH ${next} ${take('next')}`;

/**
 * The whole claim in one statement: it takes the job and records that, unless its owner has to be asked or its attempts
 * are used up; `candidate` is the job's id all the same. No row: nothing is offered.
 *
 * @param next one of the two above
 * @param free the kinds whose owner does nothing at a claim
 * @param claimable what owners ask of the others (JobHooks)
 * @param events the number of the first of two parameters, the ids of events
 */
export function claimSql(
  next: string,
  free: readonly JobKind[],
  claimable: readonly string[],
  events: number,
): string {
  const owners = claimable.map((query, index) => `owner_${index} AS (${query}),`).join('\n  ');
  const asked = claimable.map((_, index) => ` OR id IN (SELECT id FROM owner_${index})`).join('');
  return `WITH ${next},
  ${owners}
  ready AS (SELECT * FROM next
    WHERE attempt < ${MAX_ATTEMPTS} AND (kind = ANY ('{${free.join()}}'::text[])${asked})),
  taken AS (${take('ready')}),
  recorded AS (${INSERT_AUDIT_EVENT}
    ${jobEventSql('leaseExpired', `$${events}`, 'taken')} WHERE "statusBefore" = 'claimed'
    UNION ALL ${jobEventSql('claimed', `$${events + 1}`, 'taken')})
  SELECT next.id AS candidate, taken.* FROM next LEFT JOIN taken ON taken.id = next.id`;
}
