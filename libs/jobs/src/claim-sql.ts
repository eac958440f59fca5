import { MAX_ATTEMPTS } from './domain/job-state.js';
import { JOB_COLUMNS } from './job-columns.js';

/** Queued, or claimed under a lease that has lapsed; the same rows that the partial indexes hold. */
const OFFERED = `jobs.status IN ('queued', 'claimed')
  AND (jobs.status = 'queued' OR jobs.lease_expires_at <= clock_timestamp())`;

const oldestOffered = (place: string): string => `SELECT jobs.id, jobs.status, jobs.attempt, jobs.agent_id
    FROM jobs WHERE ${place} AND ${OFFERED}
    ORDER BY jobs.created_at, jobs.id FOR UPDATE SKIP LOCKED LIMIT 1`;

/**
 * One statement picks, locks and takes the oldest job (D54): claimed under a fresh lease and the next attempt, or
 * failed when its attempts are used up. $1 agent, $2 lease in seconds.
 */
const take = (candidate: string): string => `WITH ${candidate}
  UPDATE jobs SET
    status = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} THEN 'failed' ELSE 'claimed' END,
    attempt = least(next.attempt + 1, ${MAX_ATTEMPTS}),
    error = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} THEN 'lease_exhausted' END,
    finished_at = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} THEN clock_timestamp() END,
    agent_id = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} THEN jobs.agent_id ELSE $1::uuid END,
    held_by = CASE WHEN next.attempt >= ${MAX_ATTEMPTS} OR $1::uuid = ANY (jobs.held_by) THEN jobs.held_by
      ELSE jobs.held_by || $1::uuid END,
    lease_expires_at = clock_timestamp() + make_interval(secs => $2),
    claimed_at = clock_timestamp(),
    updated_at = clock_timestamp()
  FROM next WHERE jobs.id = next.id
  RETURNING ${JOB_COLUMNS}, next.status AS "statusBefore", next.attempt AS "attemptBefore",
    next.agent_id AS "agentBefore"`;

/** $3 the connection it is bound to, $4 its cluster, for jobs that name no connection (D89). */
export const CLAIM_FOR_BOUND = take(`bound AS (${oldestOffered('jobs.provider_connection_id = $3::uuid')}),
  unbound AS (${oldestOffered(
    'NOT EXISTS (SELECT FROM bound) AND jobs.provider_connection_id IS NULL AND jobs.cluster_name = $4',
  )}),
  next AS (SELECT * FROM bound UNION ALL SELECT * FROM unbound)`);

/** $3 the cluster that the minted agent serves. */
export const CLAIM_FOR_CLUSTER = take(`next AS (${oldestOffered('jobs.cluster_name = $3')})`);
