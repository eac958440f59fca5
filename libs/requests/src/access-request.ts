import { cursorColumn } from '#libs/core';
import { aliveAgents } from '#libs/providers';
import { liveWrap } from '#libs/wraps';
import { holdsSql } from '#libs/rbac';
import type { RequestFacts } from './domain/request-actions.js';
import type { RequestStatus, RequestType } from './domain/request-state.js';

/** An access request as decisions and responses use it. It contains no value. */
export interface AccessRequest {
  readonly id: string;
  readonly type: RequestType;
  readonly operation: 'read' | 'patch' | 'reveal';
  /** The effective status: a request past its expiry is expired even before a sweep has recorded it (D74). */
  readonly status: RequestStatus;
  readonly stored_status: RequestStatus;
  readonly direct: boolean;
  readonly requester_id: string;
  readonly requester_email: string;
  /** The user who registered the requesting workload; null for a user's request. */
  readonly requester_registered_by: string | null;
  readonly project_id: string;
  readonly team_ids: readonly string[];
  readonly environment_id: string;
  readonly provider_connection_id: string;
  readonly cluster_name: string | null;
  readonly secret_ref: string;
  readonly keys: readonly string[];
  readonly justification: string | null;
  readonly workflow_id: string;
  readonly requires_mfa: boolean;
  readonly min_approvers: number;
  readonly allow_self_approval: boolean;
  readonly wrap_ttl_created_seconds: number;
  readonly wrap_ttl_approved_seconds: number;
  readonly wrap_ttl_claimed_seconds: number;
  /** Valid approvals (D100), of a cross-team request those of the source project; frozen once it is decided. */
  readonly approvals_count: number;
  readonly expires_at: Date;
  readonly executed_at: Date | null;
  readonly error: string | null;
  readonly reject_reason: string | null;
  readonly refuse_reason: string | null;
  readonly correlation_id: string;
  /** The team that provides the values of a cross-team request, and its project; null for the other types. */
  readonly target_team_id: string | null;
  readonly target_project_id: string | null;
  /** The target team and its ancestors, nearest first. */
  readonly target_team_ids: readonly string[];
  readonly filled_by_user_id: string | null;
  readonly filled_at: Date | null;
  readonly fill_comment: string | null;
  readonly requires_security_approval: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
  /** Whether an agent holds an unexpired lease on its job. */
  readonly claimed: boolean;
  /** Whether it is past its expiry, claimed or not. */
  readonly past_expiry: boolean;
  /** Whether its connection was deleted, or has got another type, cluster or scope since the submission (D100). */
  readonly connection_changed: boolean;
  readonly requester_disabled: boolean;
  readonly voter_ids: readonly string[];
  /** Voters whose approval is valid; empty unless votes are pending. */
  readonly counted_voter_ids: readonly string[];
  /** The voters for the source project and for security, on a cross-team request. */
  readonly source_voter_ids: readonly string[];
  readonly security_voter_ids: readonly string[];
  readonly has_live_wraps: boolean;
  readonly reveal_open: boolean;
}

/** SQL that is true while an agent holds an unexpired lease on the job of `access_requests r`. */
const CLAIMED = `EXISTS (SELECT FROM jobs j
  WHERE j.request_id = r.id AND j.status = 'claimed' AND j.lease_expires_at > clock_timestamp())`;

/** SQL that is true when `access_requests r` is past its expiry, in a status that expires, and not yet marked expired (D28). */
export const OVERDUE = `(r.expires_at <= clock_timestamp() AND (r.status IN ('pending', 'pending_values')
  OR (r.status = 'approved' AND r.type <> 'cross_team' AND NOT ${CLAIMED})))`;

/**
 * Returns SQL that is true when the approval `approvals a` of `access_requests r`, whose project is `projects p`, is valid:
 * its voter is active and still holds the permission by which it was given (D100).
 *
 * @param lock whether to lock the voter, so that this stays true until the transaction ends
 */
export function countsSql(lock: 'lock' | 'look' = 'look'): string {
  const place = { projectId: 'r.project_id', teamId: 'p.team_id' };
  return `a.decision = 'approve' AND CASE WHEN a.voted_as = 'security'
    THEN ${holdsSql('a.approver_id', 'secret.security.approve', null, lock)}
    ELSE ${holdsSql('a.approver_id', 'secret.approve', place, lock)} END`;
}

const votersAs = (part: string): string =>
  `ARRAY(SELECT a.approver_id FROM approvals a WHERE a.request_id = r.id AND a.voted_as = '${part}')`;

/** Whether votes are pending, so that their validity matters. Most requests have none yet. */
const VOTED_ON = `r.status IN ('pending', 'pending_verification') AND r.approvals_count > 0`;

/** An approved patch or read has the count that its last vote stored. */
const APPROVALS = `CASE WHEN ${VOTED_ON} THEN (SELECT count(*)::int FROM approvals a
      WHERE a.request_id = r.id AND a.voted_as IS DISTINCT FROM 'security' AND ${countsSql()})
    ELSE r.approvals_count END`;

/**
 * Returns the select of AccessRequest rows; conditions and order follow it.
 *
 * @param cursor the column of the order, before the id
 */
export const selectRequest = (
  cursor: 'r.created_at' | 'r.expires_at',
): string => `SELECT r.id, r.type, r.operation,
    CASE WHEN ${OVERDUE} THEN 'expired' ELSE r.status END AS status, r.status AS stored_status,
    r.direct, r.requester_id, u.email AS requester_email, r.project_id,
    (SELECT w.registered_by FROM workload_identities w WHERE w.id = r.requester_id) AS requester_registered_by,
    ARRAY(SELECT c.ancestor_id FROM team_closure c WHERE c.descendant_id = p.team_id ORDER BY c.depth) AS team_ids,
    r.target_team_id, r.target_project_id, r.filled_by_user_id, r.filled_at, r.fill_comment, r.requires_security_approval,
    ARRAY(SELECT c.ancestor_id FROM team_closure c WHERE c.descendant_id = r.target_team_id ORDER BY c.depth) AS target_team_ids,
    r.environment_id, r.provider_connection_id, pc.cluster_name, r.secret_ref, r.keys, r.justification,
    r.workflow_id, r.requires_mfa, r.min_approvers, r.allow_self_approval,
    r.wrap_ttl_created_seconds, r.wrap_ttl_approved_seconds, r.wrap_ttl_claimed_seconds, ${APPROVALS} AS approvals_count, r.expires_at, r.executed_at,
    r.error, r.reject_reason, r.refuse_reason, r.correlation_id, r.created_at, r.updated_at,
    ${cursorColumn(cursor)}, ${CLAIMED} AS claimed, r.expires_at <= clock_timestamp() AS past_expiry,
    pc.version IS DISTINCT FROM r.connection_version AS connection_changed, u.disabled AS requester_disabled,
    ARRAY(SELECT a.approver_id FROM approvals a WHERE a.request_id = r.id) AS voter_ids,
    CASE WHEN r.status IN ('pending', 'pending_verification')
      THEN ARRAY(SELECT a.approver_id FROM approvals a WHERE a.request_id = r.id AND ${countsSql()}) ELSE '{}' END AS counted_voter_ids,
    ${votersAs('source')} AS source_voter_ids, ${votersAs('security')} AS security_voter_ids,
    EXISTS (SELECT FROM wraps w WHERE w.request_id = r.id AND w.audience = 'requester' AND ${liveWrap('w')}) AS has_live_wraps,
    EXISTS (SELECT FROM reveal_sessions s WHERE s.access_request_id = r.id AND s.expired_at IS NULL
      AND s.expires_at > clock_timestamp()) AS reveal_open
  FROM access_requests r
    JOIN users u ON u.id = r.requester_id
    JOIN projects p ON p.id = r.project_id
    LEFT JOIN provider_connections pc ON pc.id = r.provider_connection_id`;

/** Selects AccessRequest rows for lists by age. */
export const SELECT_REQUEST = selectRequest('r.created_at');

/** A request in the response to its submission. */
export interface SubmittedRequest extends AccessRequest {
  /** Number of agents of its connection that sent a heartbeat in the last minute. */
  readonly agents_alive: number;
}

/** Selects the SubmittedRequest row with the id $1. */
export const SELECT_SUBMITTED = `SELECT q.*, ${aliveAgents('q.provider_connection_id', 'q.cluster_name')} AS agents_alive
  FROM (${SELECT_REQUEST} WHERE r.id = $1) q`;

/** Returns the facts for the pure decisions. */
export function factsOf(request: AccessRequest): RequestFacts {
  return {
    type: request.type,
    status: request.status,
    claimed: request.claimed,
    requesterId: request.requester_id,
    registrantId: request.requester_registered_by,
    place: { projectId: request.project_id, teamIds: request.team_ids },
    minApprovers: request.min_approvers,
    allowSelfApproval: request.allow_self_approval,
    voterIds: request.voter_ids,
    countedVoterIds: request.counted_voter_ids,
    hasLiveWraps: request.has_live_wraps,
    revealOpen: request.reveal_open,
  };
}
