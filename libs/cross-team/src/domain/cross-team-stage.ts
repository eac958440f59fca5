import type { RequestStatus } from '#libs/requests';

/**
 * The stage of a cross-team request, finer than its status: while values wait for their votes, what a vote does depends
 * on which are there. Each stage with the status it is stored as.
 */
export const STAGES = {
  awaiting_values: 'pending_values',
  /** The fill window has passed, and the request is not written as expired yet (D74). */
  window_over: 'pending_values',
  /** The source vote is the only one that the snapshot asks for. */
  awaiting_source: 'pending_verification',
  /** Source and security vote are asked for, and neither is there. */
  awaiting_both: 'pending_verification',
  awaiting_security: 'pending_verification',
  /** The security vote came first (D38). */
  awaiting_source_last: 'pending_verification',
  approved: 'approved',
  executed: 'executed',
  failed: 'failed',
  refused: 'refused',
  rejected: 'rejected',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Readonly<Record<string, RequestStatus>>;

export type Stage = keyof typeof STAGES;
export const STAGE_NAMES = Object.keys(STAGES) as Stage[];

/** Which votes the workflow asked for when the request was submitted (D39: never a security vote alone). */
export const SNAPSHOTS = ['no_vote', 'source_vote', 'both_votes'] as const;
export type Snapshot = (typeof SNAPSHOTS)[number];

/** What people do; a vote's name says in which part it is cast. */
export const PERSON_ACTIONS = [
  'fill',
  'refuse',
  'cancel',
  'approve_source',
  'approve_security',
  'reject_source',
  'reject_security',
] as const;
export type PersonAction = (typeof PERSON_ACTIONS)[number];

/** What happens without a person: the sweeper, the agent's report, a deleted environment, a disabled requester. */
export const SYSTEM_ACTIONS = ['expire', 'succeed', 'fail', 'remove_place', 'disable_requester'] as const;
export type SystemAction = (typeof SYSTEM_ACTIONS)[number];

export type Action = PersonAction | SystemAction;

/**
 * A user's relation to the request. Nobody is two of these: the duties see to it, and the table is what enforces them.
 */
export const RELATIONS = ['requester', 'filler', 'source_voter', 'security_voter', 'other'] as const;
export type Relation = (typeof RELATIONS)[number];
