export type RequestType = 'patch' | 'read' | 'cross_team';

export const REQUEST_STATUSES = [
  'pending',
  'pending_values',
  'pending_verification',
  'approved',
  'executed',
  'failed',
  'refused',
  'rejected',
  'cancelled',
  'expired',
] as const;

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Events of a request. `submit_approved` and `fill_approved` need no vote. */
export type RequestEvent =
  | 'submit'
  | 'submit_approved'
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'expire'
  | 'succeed'
  | 'fail'
  | 'place_removed'
  | 'requester_disabled'
  | 'fill'
  | 'fill_approved'
  | 'refuse';

/** Effects of a transition, in the same transaction. */
export type RequestEffect =
  | 'enqueue_job'
  | 'end_job'
  | 'renew_agent_wraps'
  | 'renew_requester_wraps'
  | 'keep_requester_wraps'
  | 'destroy_agent_wraps'
  | 'destroy_wraps';

export interface RequestTransition {
  readonly type: RequestType;
  readonly from: RequestStatus | 'new';
  readonly event: RequestEvent;
  readonly to: RequestStatus;
  readonly effects: readonly RequestEffect[];
  /** Not while an agent holds an unexpired lease on the job. */
  readonly unclaimed?: true;
}

type Row = Omit<RequestTransition, 'type'>;

const END = ['destroy_wraps'] as const;
const END_WITH_JOB = ['end_job', 'destroy_wraps'] as const;

/** Patch and read (D28). A patch's values are wraps before the approval; a read has none before its job. */
const VALUE_REQUEST: readonly Row[] = [
  { from: 'new', event: 'submit', to: 'pending', effects: [] },
  { from: 'new', event: 'submit_approved', to: 'approved', effects: ['enqueue_job'] },
  { from: 'pending', event: 'approve', to: 'approved', effects: ['renew_agent_wraps', 'enqueue_job'] },
  { from: 'pending', event: 'reject', to: 'rejected', effects: END },
  { from: 'pending', event: 'cancel', to: 'cancelled', effects: END },
  { from: 'pending', event: 'place_removed', to: 'cancelled', effects: END },
  { from: 'pending', event: 'requester_disabled', to: 'cancelled', effects: END },
  { from: 'pending', event: 'expire', to: 'expired', effects: END },
  { from: 'approved', event: 'cancel', to: 'cancelled', effects: END_WITH_JOB, unclaimed: true },
  { from: 'approved', event: 'place_removed', to: 'cancelled', effects: END_WITH_JOB },
  {
    from: 'approved',
    event: 'requester_disabled',
    to: 'cancelled',
    effects: END_WITH_JOB,
    unclaimed: true,
  },
  { from: 'approved', event: 'expire', to: 'expired', effects: END_WITH_JOB, unclaimed: true },
  { from: 'approved', event: 'succeed', to: 'executed', effects: ['destroy_agent_wraps'] },
  { from: 'approved', event: 'fail', to: 'failed', effects: END },
];

/** Requester wraps expire with the agent's until the job is done; then their own lifetime begins (D35). */
const TO_THE_AGENT = ['renew_agent_wraps', 'renew_requester_wraps', 'enqueue_job'] as const;

/** The specification's cross-team table, extended for a disabled requester (D100). */
const CROSS_TEAM: readonly Row[] = [
  { from: 'new', event: 'submit', to: 'pending_values', effects: [] },
  { from: 'pending_values', event: 'fill', to: 'pending_verification', effects: [] },
  { from: 'pending_values', event: 'fill_approved', to: 'approved', effects: TO_THE_AGENT },
  { from: 'pending_values', event: 'refuse', to: 'refused', effects: END },
  { from: 'pending_values', event: 'expire', to: 'expired', effects: END },
  { from: 'pending_values', event: 'cancel', to: 'cancelled', effects: END },
  { from: 'pending_values', event: 'place_removed', to: 'cancelled', effects: END },
  { from: 'pending_values', event: 'requester_disabled', to: 'cancelled', effects: END },
  { from: 'pending_verification', event: 'approve', to: 'approved', effects: TO_THE_AGENT },
  { from: 'pending_verification', event: 'reject', to: 'rejected', effects: END },
  { from: 'pending_verification', event: 'place_removed', to: 'cancelled', effects: END },
  { from: 'pending_verification', event: 'requester_disabled', to: 'cancelled', effects: END },
  {
    from: 'approved',
    event: 'requester_disabled',
    to: 'cancelled',
    effects: END_WITH_JOB,
    unclaimed: true,
  },
  {
    from: 'approved',
    event: 'succeed',
    to: 'executed',
    effects: ['destroy_agent_wraps', 'keep_requester_wraps'],
  },
  { from: 'approved', event: 'fail', to: 'failed', effects: END },
];

/** Every allowed transition of every type. The table request_transitions repeats it. */
export const REQUEST_TRANSITIONS: readonly RequestTransition[] = [
  ...VALUE_REQUEST.map((row) => ({ type: 'patch' as const, ...row })),
  ...VALUE_REQUEST.map((row) => ({ type: 'read' as const, ...row })),
  ...CROSS_TEAM.map((row) => ({ type: 'cross_team' as const, ...row })),
];

/** Returns the transition of an event, or null when the current status does not allow it. */
export function transition(
  request: { readonly type: RequestType; readonly status: RequestStatus | 'new'; readonly claimed: boolean },
  event: RequestEvent,
): RequestTransition | null {
  const found = REQUEST_TRANSITIONS.find(
    (row) => row.type === request.type && row.from === request.status && row.event === event,
  );
  if (!found || (found.unclaimed && request.claimed)) return null;
  return found;
}

/** Returns whether a status has no transitions. */
export function isTerminal(type: RequestType, status: RequestStatus): boolean {
  return !REQUEST_TRANSITIONS.some((row) => row.type === type && row.from === status);
}
