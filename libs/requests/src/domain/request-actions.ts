import { type Grant, holdsAnywhere, holdsAt, type Place } from '#libs/permissions';
import { type RequestEvent, type RequestStatus, type RequestType, transition } from './request-state.js';

/** Error codes of refused actions on a request. */
export type Refusal =
  | 'permission_denied'
  | 'out_of_scope_project'
  | 'not_requester'
  | 'request_status_invalid_transition'
  | 'cross_team_status_invalid_transition'
  | 'separation_of_duties_violated'
  | 'duplicate_vote'
  | 'reveal_type_unsupported'
  | 'nothing_to_reveal'
  | 'reveal_session_open';

/** The facts that decisions need. `status` is the effective one: a request past its expiry is expired. */
export interface RequestFacts {
  readonly type: RequestType;
  readonly status: RequestStatus;
  readonly claimed: boolean;
  readonly requesterId: string;
  /** The user who registered the requesting workload; null for a user's request. */
  readonly registrantId: string | null;
  readonly place: Place;
  readonly minApprovers: number;
  readonly allowSelfApproval: boolean;
  readonly voterIds: readonly string[];
  /** The voters whose approval is valid: they are active and still hold the permission (D100). */
  readonly validVoterIds: readonly string[];
  readonly hasLiveWraps: boolean;
  readonly revealOpen: boolean;
}

export interface ActorFacts {
  readonly userId: string;
  readonly grants: readonly Grant[];
}

export interface AllowedAction {
  readonly action: string;
  readonly allowed: boolean;
  /** Null when allowed, else the error code; a missing step-up is not a reason, because the action itself asks for it. */
  readonly reason: string | null;
}

/** The number of votes that a request needs and from whom: its workflow's values at submission (D29). */
export interface QuorumRules {
  readonly minApprovers: number;
  readonly allowSelfApproval: boolean;
}

/** Returns whether that many valid approvals complete the quorum. A workflow that requires none has its quorum at submission. */
export function hasQuorum(rules: QuorumRules, approvals: number): boolean {
  return approvals >= rules.minApprovers;
}

/**
 * Returns whether the workflow lets this user vote: the requester only where it allows self-approval. Whoever registered a
 * workload controls what it requests, and is treated as its requester.
 */
export function mayVote(
  rules: QuorumRules,
  request: Pick<RequestFacts, 'requesterId' | 'registrantId'>,
  voterId: string,
): boolean {
  return rules.allowSelfApproval || (voterId !== request.requesterId && voterId !== request.registrantId);
}

/** Returns why this user may not vote on a patch or read request, in the order of D64; null when they may. */
export function refuseVote(
  request: RequestFacts,
  actor: ActorFacts,
  event: 'approve' | 'reject',
): Refusal | null {
  if (!holdsAnywhere(actor.grants, 'secret.approve')) return 'permission_denied';
  if (!holdsAt(actor.grants, 'secret.approve', request.place)) return 'out_of_scope_project';
  if (request.type === 'cross_team') return 'cross_team_status_invalid_transition';
  if (!transition(request, event)) return 'request_status_invalid_transition';
  if (!mayVote(request, request, actor.userId)) return 'separation_of_duties_violated';
  if (!request.voterIds.includes(actor.userId)) return null;
  return event === 'approve' && isDecided(request) ? null : 'duplicate_vote';
}

/**
 * Returns whether the valid votes suffice although none of them completed the quorum: a voter has regained the permission
 * since. Any earlier voter may then approve again, which approves the request.
 */
function isDecided(request: RequestFacts): boolean {
  return hasQuorum(request, request.validVoterIds.length);
}

/** Returns why this user may not cancel the request; null when they may. */
export function refuseCancel(request: RequestFacts, actor: ActorFacts): Refusal | null {
  if (request.requesterId !== actor.userId) return 'not_requester';
  return transition(request, 'cancel') ? null : wrongStatus(request.type);
}

/** Returns why this user may not open a reveal session; null when they may (D34, D73). */
export function refuseReveal(request: RequestFacts, actor: ActorFacts): Refusal | null {
  if (request.requesterId !== actor.userId) return 'not_requester';
  if (request.type === 'patch') return 'reveal_type_unsupported';
  if (!isRevealable(request.type, request.status)) return 'request_status_invalid_transition';
  if (request.revealOpen) return 'reveal_session_open';
  return request.hasLiveWraps ? null : 'nothing_to_reveal';
}

/**
 * Returns whether the requester's wraps may be retrieved: executed, or approved for a cross-team request (D34, D93).
 */
export function isRevealable(type: RequestType, status: RequestStatus): boolean {
  return status === 'executed' || (type === 'cross_team' && status === 'approved');
}

/** Returns what this user may do to a patch or read request now, with the reason for what they may not (D63). */
export function allowedActions(request: RequestFacts, actor: ActorFacts): AllowedAction[] {
  return [
    actionOf('approve', refuseVote(request, actor, 'approve')),
    actionOf('reject', refuseVote(request, actor, 'reject')),
    actionOf('cancel', refuseCancel(request, actor)),
    actionOf('reveal', refuseReveal(request, actor)),
  ];
}

function actionOf(action: RequestEvent | 'reveal', reason: Refusal | null): AllowedAction {
  return { action, allowed: reason === null, reason };
}

function wrongStatus(type: RequestType): Refusal {
  return type === 'cross_team' ? 'cross_team_status_invalid_transition' : 'request_status_invalid_transition';
}
