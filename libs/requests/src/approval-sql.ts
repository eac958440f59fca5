import { AUDIT_COLUMNS, auditRows, INSERT_AUDIT_EVENT } from '#libs/audit';
import { INSERT_JOB } from '#libs/jobs';
import { liveWrap } from '#libs/wraps';
import { LOCK_COUNTED_VOTES } from './counted-votes.js';
import type { RequestEffect, RequestTransition } from './domain/request-state.js';

/**
 * $1 request, $2 votes it had when the decision was made, $3 those of them that counted, $4 votes to note from now on,
 * $5 vote, or null where this person's is there already, $6 voter, $7 comment, then the events.
 */
const FIRST_EVENT = 8;
/** After the events, where the move queues a job: its id, the cluster of its connection. */
const JOB = FIRST_EVENT + AUDIT_COLUMNS;

/** A patch can't be waited for longer than its values live, which approval gives a new lifetime (D26). */
const APPROVED = `, status_before = r.status, status = 'approved', approved_at = clock_timestamp(),
    expires_at = CASE WHEN r.type = 'patch'
      THEN least(r.created_at + make_interval(secs => r.request_ttl_seconds),
        clock_timestamp() + make_interval(secs => r.wrap_ttl_approved_seconds))
      ELSE r.expires_at END`;

const EFFECTS: Readonly<Partial<Record<RequestEffect, string>>> = {
  renew_agent_wraps: `renewed AS (
    UPDATE wraps w SET expires_at = clock_timestamp() + make_interval(secs => voted.wrap_ttl_approved_seconds)
    FROM voted WHERE w.request_id = voted.id AND w.audience = 'agent' AND ${liveWrap('w')})`,
  enqueue_job: `job AS (
    ${INSERT_JOB}
    SELECT $${JOB}::uuid, type, id, provider_connection_id, $${JOB + 1}::text, NULL, secret_ref, keys,
      wrap_ttl_claimed_seconds, correlation_id FROM voted)`,
};

/**
 * One statement that records an approval, or does nothing: the row must be as it was when the vote was decided, with
 * as many votes, of which as many count, pending and in time by the database's clock. Gives a row when it did.
 *
 * Voters are locked before the request: whoever disables one ends that person's own requests after (D100).
 *
 * @param move what the approval brings about when it completes the quorum, else null
 * @param earlier whether there are votes from before; where there is none, nobody's permission has to be looked at
 */
export function approvalSql(move: Pick<RequestTransition, 'effects'> | null, earlier: boolean): string {
  const parts = [
    ...(earlier ? [`counted AS MATERIALIZED (${LOCK_COUNTED_VOTES})`] : []),
    `voted AS (
    UPDATE access_requests r SET approvals_count = $4, updated_at = clock_timestamp()${move ? APPROVED : ''}
    WHERE r.id = $1 AND r.status = 'pending' AND r.approvals_count = $2 AND r.expires_at > clock_timestamp()
      AND ${earlier ? '(SELECT count(*) FROM counted)' : '0'} = $3::int
    RETURNING r.*)`,
    `vote AS (
    INSERT INTO approvals (id, request_id, approver_id, decision, comment)
    SELECT $5::uuid, id, $6, 'approve', $7 FROM voted WHERE $5::uuid IS NOT NULL)`,
    `recorded AS (${INSERT_AUDIT_EVENT} SELECT event.* FROM voted, ${auditRows(FIRST_EVENT)} AS event)`,
    ...(move?.effects ?? []).map((effect) => EFFECTS[effect]),
  ];
  return `WITH ${parts.join(',\n  ')}\n  SELECT id FROM voted`;
}
