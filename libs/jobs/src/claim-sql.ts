import { INSERT_AUDIT_EVENT } from '#libs/audit';
import { LEASE_EXHAUSTED } from './domain/job-ends.js';
import { MAX_ATTEMPTS } from './domain/job-state.js';
import { JOB_COLUMNS, type JobKind } from './job.js';

/** Queued, or claimed with an expired lease; the predicate of the partial indexes. */
export const OFFERED = `jobs.status IN ('queued', 'claimed')
  AND (jobs.status = 'queued' OR jobs.lease_expires_at <= clock_timestamp())`;

/** What the text of a claiming statement depends on. */
export interface ClaimFor {
  /** Whether the agent is bound to a connection; otherwise it was minted and serves a cluster. */
  readonly bound: boolean;
  /** SQL condition over $1, the agent's id: whether it may claim. */
  readonly condition: string;
}

const BOUND = 'jobs.provider_connection_id = $3::uuid';
const UNBOUND = 'jobs.provider_connection_id IS NULL AND jobs.cluster_name = $4';
const MINTED = 'jobs.cluster_name = $3';

/** Returns FROM and WHERE of the jobs of this place that are offered to the agent. */
function offeredJobs(place: string, condition: string): string {
  return `FROM jobs WHERE ${place} AND ${OFFERED} AND ${condition}`;
}

/**
 * Returns CTEs of which the last is `next`, the oldest job offered to the agent, locked. $1 agent, $2 lease in seconds;
 * then for a bound agent $3 its connection and $4 its cluster, for jobs without a connection (D89); for a minted one $3
 * its cluster.
 */
function nextJob({ bound, condition }: ClaimFor): string {
  const oldest = (place: string): string => `
      SELECT jobs.id, jobs.kind, jobs.request_id, jobs.status, jobs.attempt, jobs.agent_id
      ${offeredJobs(place, condition)}
      ORDER BY jobs.created_at, jobs.id FOR UPDATE SKIP LOCKED LIMIT 1`;
  if (!bound) return `next AS (${oldest(MINTED)})`;
  return `bound AS (${oldest(BOUND)}),
    unbound AS (${oldest(`NOT EXISTS (SELECT FROM bound) AND ${UNBOUND}`)}),
    next AS (SELECT * FROM bound UNION ALL SELECT * FROM unbound)`;
}

/** Returns a condition: whether a job is offered to the agent, locked by another transaction or not. */
function isOffered({ bound, condition }: ClaimFor): string {
  const places = bound ? [BOUND, UNBOUND] : [MINTED];
  return places.map((place) => `EXISTS (SELECT ${offeredJobs(place, condition)})`).join(' OR ');
}

/**
 * Returns the statement that claims the next job and records the claim, if its owner has no `claimed` hook or the owner's
 * `claimable` query selects it. Otherwise the statement changes nothing and returns the job's id as `candidate`, for
 * `claimWithHooksSql`. It returns null as `candidate` when all jobs offered are locked by other transactions, and no row when no
 * job is offered.
 *
 * After the parameters of `nextJob` follow the ids of two events.
 *
 * @param free the kinds whose owner has no hook at a claim
 * @param claimable the owners' queries (JobHooks)
 */
export function claimFastSql(
  agent: ClaimFor,
  free: readonly JobKind[],
  claimable: readonly string[],
): string {
  const [leaseExpiredEvent, claimedEvent] = agent.bound ? ['$5', '$6'] : ['$4', '$5'];
  const owners = claimable.map((query, index) => `owner_${index} AS (${query}),`).join('\n    ');
  const isClaimable = claimable.map((_, index) => ` OR id IN (SELECT id FROM owner_${index})`).join('');
  return `WITH ${nextJob(agent)},
    ${owners}
    ready AS (
      SELECT * FROM next
      WHERE attempt < ${MAX_ATTEMPTS} AND (kind = ANY ('{${free.join()}}'::text[])${isClaimable})),
    taken AS (
      UPDATE jobs SET status = 'claimed', attempt = ready.attempt + 1, agent_id = $1::uuid,
        held_by = CASE WHEN $1::uuid = ANY (jobs.held_by) THEN jobs.held_by ELSE jobs.held_by || $1::uuid END,
        lease_expires_at = clock_timestamp() + make_interval(secs => $2),
        claimed_at = clock_timestamp(), updated_at = clock_timestamp()
      FROM ready WHERE jobs.id = ready.id
      RETURNING ${JOB_COLUMNS}, ready.status AS "statusBefore", ready.attempt AS "attemptBefore",
        ready.agent_id AS "agentBefore"),
    recorded AS (
      ${INSERT_AUDIT_EVENT}
      SELECT ${leaseExpiredEvent}::uuid, 'system:job_queue', 'job.lease_expired', 'job:' || id, 'failure',
        jsonb_build_object('kind', kind, 'request_id', "requestId", 'attempt', "attemptBefore",
          'agent_id', "agentBefore"), "correlationId"
      FROM taken WHERE "statusBefore" = 'claimed'
      UNION ALL
      SELECT ${claimedEvent}::uuid, 'agent:' || "agentId", 'job.claim', 'job:' || id, 'success',
        jsonb_build_object('kind', kind, 'request_id', "requestId", 'attempt', attempt), "correlationId"
      FROM taken)
    SELECT next.id AS candidate, taken.* FROM (SELECT WHERE EXISTS (SELECT FROM next) OR ${isOffered(agent)}) AS offered
      LEFT JOIN next ON true LEFT JOIN taken ON taken.id = next.id`;
}

/**
 * Returns the first statement of a transaction that then calls the owner's hook. It claims the next job under a fresh lease
 * and the next attempt, or fails it when its attempts are used up (D54). It takes the parameters of `nextJob`.
 */
export function claimWithHooksSql(agent: ClaimFor): string {
  const exhausted = `next.attempt >= ${MAX_ATTEMPTS}`;
  return `WITH ${nextJob(agent)}
    UPDATE jobs SET
      status = CASE WHEN ${exhausted} THEN 'failed' ELSE 'claimed' END,
      attempt = least(next.attempt + 1, ${MAX_ATTEMPTS}),
      error = CASE WHEN ${exhausted} THEN '${LEASE_EXHAUSTED}' END,
      finished_at = CASE WHEN ${exhausted} THEN clock_timestamp() END,
      agent_id = CASE WHEN NOT ${exhausted} THEN $1::uuid END,
      held_by = CASE WHEN ${exhausted} OR $1::uuid = ANY (jobs.held_by) THEN jobs.held_by
        ELSE jobs.held_by || $1::uuid END,
      lease_expires_at = clock_timestamp() + make_interval(secs => $2),
      claimed_at = clock_timestamp(), updated_at = clock_timestamp()
    FROM next WHERE jobs.id = next.id
    RETURNING ${JOB_COLUMNS}, next.status AS "statusBefore", next.attempt AS "attemptBefore",
      next.agent_id AS "agentBefore"`;
}
