import { cursorColumn } from '#libs/core';
import { aliveAgents } from '#libs/providers';
import { liveWrap } from '#libs/wraps';
import type { Permission } from '#libs/permissions';
import { holdsSql } from '#libs/rbac';
import type { RequestFacts } from './domain/request-actions.js';
import type { RequestStatus, RequestType } from './domain/request-state.js';

/** The permission that a vote for each part of a request needs; every request has a source part. */
export const VOTE_PERMISSIONS = {
  source: 'secret.approve',
  security: 'secret.security.approve',
} as const satisfies Record<string, Permission>;

/** A part of a request that is voted on. */
export type VotePart = keyof typeof VOTE_PERMISSIONS;

/** A vote on a request. */
export interface Vote {
  readonly voter_id: string;
  /** The part of a cross-team request that it is for; null on the other types. */
  readonly voted_as: VotePart | null;
  /** Whether it is a valid approval (D100); false once the request is decided. */
  readonly is_valid: boolean;
}

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
  /** Approvals as last stored, of a cross-team request those of the source project: `approvalsOf` has the valid ones. */
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
  readonly votes: readonly Vote[];
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
export function isValidSql(lock: 'for_share' | 'none' = 'none'): string {
  const byPart = (security: string, source: string): `CASE ${string}` =>
    `CASE WHEN a.voted_as = 'security' THEN ${security} ELSE ${source} END`;
  const permission = byPart(`'${VOTE_PERMISSIONS.security}'`, `'${VOTE_PERMISSIONS.source}'`);
  // A vote for security requires a global grant, which NULL leaves as the only one.
  const place = { projectId: byPart('NULL', 'r.project_id'), teamId: byPart('NULL', 'p.team_id') };
  return `a.decision = 'approve' AND ${holdsSql('a.approver_id', permission, place, lock)}`;
}

/** SQL that is true while the validity of votes on `access_requests r` matters. */
const VOTES_PENDING = `r.status IN ('pending', 'pending_verification')`;

/** Columns of AccessRequest that decisions and time change. The rest does not depend on them. */
const CHANGING = `CASE WHEN ${OVERDUE} THEN 'expired' ELSE r.status END AS status, r.status AS stored_status,
    r.filled_by_user_id, r.filled_at, r.fill_comment, r.approvals_count, r.expires_at, r.executed_at,
    r.error, r.reject_reason, r.refuse_reason, r.updated_at,
    ${CLAIMED} AS claimed, r.expires_at <= clock_timestamp() AS past_expiry,
    (SELECT coalesce(json_agg(json_build_object('voter_id', a.approver_id, 'voted_as', a.voted_as,
        'is_valid', ${VOTES_PENDING} AND ${isValidSql()})), '[]')
      FROM approvals a WHERE a.request_id = r.id) AS votes,
    EXISTS (SELECT FROM wraps w WHERE w.request_id = r.id AND w.audience = 'requester' AND ${liveWrap('w')}) AS has_live_wraps,
    EXISTS (SELECT FROM reveal_sessions s WHERE s.access_request_id = r.id AND s.expired_at IS NULL
      AND s.expires_at > clock_timestamp()) AS reveal_open`;

/**
 * Returns the select of AccessRequest rows; conditions and order follow it.
 *
 * @param cursor the column of the order, before the id
 */
export const selectRequest = (
  cursor: 'r.created_at' | 'r.expires_at',
): string => `SELECT r.id, r.type, r.operation, r.direct, r.requester_id, u.email AS requester_email, r.project_id,
    (SELECT w.registered_by FROM workload_identities w WHERE w.id = r.requester_id) AS requester_registered_by,
    ARRAY(SELECT c.ancestor_id FROM team_closure c WHERE c.descendant_id = p.team_id ORDER BY c.depth) AS team_ids,
    r.target_team_id, r.target_project_id, r.requires_security_approval,
    ARRAY(SELECT c.ancestor_id FROM team_closure c WHERE c.descendant_id = r.target_team_id ORDER BY c.depth) AS target_team_ids,
    r.environment_id, r.provider_connection_id, pc.cluster_name, r.secret_ref, r.keys, r.justification,
    r.workflow_id, r.requires_mfa, r.min_approvers, r.allow_self_approval,
    r.wrap_ttl_created_seconds, r.wrap_ttl_approved_seconds, r.wrap_ttl_claimed_seconds,
    r.correlation_id, r.created_at, ${cursorColumn(cursor)},
    pc.version IS DISTINCT FROM r.connection_version AS connection_changed, u.disabled AS requester_disabled,
    ${CHANGING}
  FROM access_requests r
    JOIN users u ON u.id = r.requester_id
    JOIN projects p ON p.id = r.project_id
    LEFT JOIN provider_connections pc ON pc.id = r.provider_connection_id`;

/** Selects what a decision may have changed of the request $1. */
export const SELECT_CHANGED = `SELECT ${CHANGING} FROM access_requests r JOIN projects p ON p.id = r.project_id
  WHERE r.id = $1`;

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

/**
 * Returns the number of valid approvals, of a cross-team request those of the source project. Once it is decided: those that an
 * approval counted, else all that were given.
 */
export function approvalsOf({ stored_status, approvals_count, votes }: AccessRequest): number {
  if (stored_status !== 'pending' && stored_status !== 'pending_verification') return approvals_count;
  return votes.filter(({ is_valid, voted_as }) => is_valid && voted_as !== 'security').length;
}

/** Returns the voters whose approval is valid; none once the request is decided. */
export function validVotersOf({ votes }: AccessRequest): string[] {
  return votes.filter((vote) => vote.is_valid).map((vote) => vote.voter_id);
}

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
    voterIds: request.votes.map((vote) => vote.voter_id),
    validVoterIds: validVotersOf(request),
    hasLiveWraps: request.has_live_wraps,
    revealOpen: request.reveal_open,
  };
}
