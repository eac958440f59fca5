/** An event of the request's chain in the audit log. */
export interface ChainEvent {
  readonly actor: string;
  readonly action: string;
  readonly status: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly occurred_at: Date;
}

/** The kind of an entry. */
export type TimelineStep =
  | 'submitted'
  | 'vote'
  | 'commented'
  | 'filled'
  | 'refused'
  | 'job_queued'
  | 'job_claimed'
  | 'job_lost'
  | 'wrap_created'
  | 'wrap_retrieved'
  | 'reveal_opened'
  | 'reveal_ended'
  | 'executed'
  | 'failed'
  | 'cancelled'
  | 'expired';

/** Details of an entry; absent where they do not apply. */
export interface TimelineDetail {
  readonly decision?: 'approve' | 'reject';
  readonly voted_as?: 'source' | 'security';
  readonly key_name?: string;
  readonly audience?: 'agent' | 'requester';
  readonly attempt?: number;
  readonly ttl_seconds?: number;
  readonly error?: string;
  /** For comments only. */
  readonly comment_id?: string;
}

type Entry = { readonly what: TimelineStep; readonly detail: TimelineDetail };
type ToEntry = (metadata: ChainEvent['metadata']) => Entry;

const plain =
  (what: TimelineStep): ToEntry =>
  () => ({ what, detail: {} });
const wrap =
  (what: TimelineStep): ToEntry =>
  ({ key_name, audience }) => ({ what, detail: { key_name, audience } as TimelineDetail });
const job =
  (what: TimelineStep): ToEntry =>
  ({ attempt }) => ({ what, detail: { attempt } as TimelineDetail });

/** By action and status. Refused attempts and all other actions are in the audit log only. */
const ENTRIES: ReadonlyMap<string, ToEntry> = new Map<string, ToEntry>([
  ['request.submit success', plain('submitted')],
  ['cross_team.submit success', plain('submitted')],
  ['request.approve success', () => ({ what: 'vote', detail: { decision: 'approve' } })],
  ['request.reject success', () => ({ what: 'vote', detail: { decision: 'reject' } })],
  [
    'cross_team.verify success',
    ({ decision, voted_as }) => ({ what: 'vote', detail: { decision, voted_as } as TimelineDetail }),
  ],
  [
    'request.comment success',
    ({ comment_id }) => ({ what: 'commented', detail: { comment_id } as TimelineDetail }),
  ],
  ['cross_team.fill success', plain('filled')],
  ['cross_team.refuse success', plain('refused')],
  ['job.enqueue success', plain('job_queued')],
  ['job.claim success', job('job_claimed')],
  ['job.lease_expired failure', job('job_lost')],
  ['wrap.create success', wrap('wrap_created')],
  ['wrap.retrieve success', wrap('wrap_retrieved')],
  [
    'reveal.session.opened success',
    ({ ttl_seconds }) => ({ what: 'reveal_opened', detail: { ttl_seconds } as TimelineDetail }),
  ],
  ['reveal.session.expired success', plain('reveal_ended')],
  ['request.executed success', plain('executed')],
  ['request.failed success', ({ error }) => ({ what: 'failed', detail: { error } as TimelineDetail })],
  ['request.cancel success', plain('cancelled')],
  ['request.expired success', plain('expired')],
]);

/** `<action> <status>` of the events in a timeline; one request has few of each. */
export const TIMELINE_EVENTS: readonly string[] = [...ENTRIES.keys()];

/** Returns the entry of an event; null for an event that only the audit log shows. */
export function entryOf({ action, status, metadata }: ChainEvent): Entry | null {
  return ENTRIES.get(`${action} ${status}`)?.(metadata) ?? null;
}
