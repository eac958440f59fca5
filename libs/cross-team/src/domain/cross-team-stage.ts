import type { RequestStatus } from '#libs/requests';

/**
 * The stages of a cross-team request, finer than its status: while values are being verified, the effect of a vote depends
 * on the existing votes. Each stage maps to its stored status.
 */
export const STAGES = {
  awaiting_values: 'pending_values',
  /** The fill window has ended, but the expiry is not recorded yet (D74). */
  overdue: 'pending_values',
  /** Only the source vote is needed. */
  awaiting_source: 'pending_verification',
  /** Source and security vote are needed, and neither is there. */
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

/** The votes that the workflow required at submission (D39: never a security vote alone). */
export const SNAPSHOTS = ['no_vote', 'source_vote', 'both_votes'] as const;
export type Snapshot = (typeof SNAPSHOTS)[number];

/** Actions of users; a verification names its part. */
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

/** Events without a user: the sweep, an agent's report, a deleted environment, a disabled requester. */
export const SYSTEM_ACTIONS = ['expire', 'succeed', 'fail', 'remove_place', 'disable_requester'] as const;
export type SystemAction = (typeof SYSTEM_ACTIONS)[number];

export type Action = PersonAction | SystemAction;

/**
 * A user's relation to the request. The relations exclude each other, which the table enforces (separation of duties).
 */
export const RELATIONS = ['requester', 'filler', 'source_voter', 'security_voter', 'other'] as const;
export type Relation = (typeof RELATIONS)[number];
