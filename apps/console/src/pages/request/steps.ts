import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { lengthText } from '../../ui/duration.js';
import type { IconName } from '../../ui/icons.js';

/** One line of the timeline. */
export interface Step {
  readonly at: string;
  readonly who: string | null;
  /** What they did, after their name. */
  readonly did: string;
  readonly keys: readonly string[];
  /** What a person wrote about it, or the service. */
  readonly text: string | null;
  readonly icon: IconName;
  readonly tone: 'plain' | 'ok' | 'bad' | 'accent';
}

type Detail = TimelineEntry['detail'];
type Told = Pick<Step, 'did' | 'icon'> & Partial<Pick<Step, 'tone' | 'text'>>;

/** Several entries of one actor and kind, each with a key; or one entry. */
interface Line {
  readonly entry: TimelineEntry;
  readonly keys: string[];
}

/** The text and icon of each step. Impersonal ones have no actor. */
const TOLD: Readonly<Record<TimelineEntry['what'], (detail: Detail, line: Line) => Told>> = {
  submitted: () => ({ did: 'submitted the request', icon: 'requests' }),
  vote: ({ decision, voted_as: as }) =>
    decision === 'reject'
      ? { did: `rejected${asText(as)}`, icon: 'against', tone: 'bad' }
      : { did: `approved${asText(as)}`, icon: 'done', tone: 'ok' },
  commented: ({ text }) => ({ did: 'wrote', icon: 'requests', tone: 'accent', text }),
  filled: () => ({ did: 'provided the values', icon: 'done', tone: 'ok' }),
  refused: () => ({ did: 'refused to provide the values', icon: 'against', tone: 'bad' }),
  job_queued: () => ({ did: 'Waiting for an agent', icon: 'waiting' }),
  job_claimed: ({ attempt }) => ({ did: `claimed the job${attemptText(attempt)}`, icon: 'fleet' }),
  job_lost: ({ attempt }) => ({
    ...{ did: `The agent did not finish in time${attemptText(attempt)}`, icon: 'warning' },
    tone: 'bad',
  }),
  wrap_created: ({ audience }) => ({ did: `encrypted for the ${audience ?? 'requester'}:`, icon: 'lock' }),
  wrap_retrieved: () => ({ did: 'retrieved', icon: 'unlock', tone: 'accent' }),
  reveal_opened: ({ ttl_seconds: seconds = 0 }) => ({
    ...{ did: `opened a reveal session of ${lengthText(seconds)}`, icon: 'unlock', tone: 'accent' },
  }),
  reveal_ended: (_, { entry, keys }) => {
    const ended = entry.by.name === null ? 'The reveal session expired' : 'ended the reveal session';
    return { did: keys.length === 0 ? ended : `${ended}, which destroyed`, icon: 'lock' };
  },
  executed: () => ({ did: 'Executed', icon: 'check', tone: 'ok' }),
  failed: ({ error }) => ({ did: 'Failed', icon: 'failed', tone: 'bad', text: error }),
  cancelled: () => ({ did: 'cancelled the request', icon: 'withdrawn' }),
  expired: () => ({ did: 'Expired', icon: 'expired' }),
};
/** Steps without an actor, whomever the audit log names. */
const IMPERSONAL: ReadonlySet<string> = new Set(['job_queued', 'job_lost', 'executed', 'failed', 'expired']);

/**
 * Returns the timeline's lines, oldest first. What one person or agent did with several keys one after the other is one
 * line; a vote has its comment; votes that the audit log no longer has are taken from the request.
 */
export function stepsOf(entries: readonly TimelineEntry[], request: RequestDetail): Step[] {
  const lines: Line[] = [];
  /** The keys whose values are there for the requester, and not retrieved. */
  const left = new Set<string>();
  const all = [...votesWithoutEvent(entries, request.approvals), ...entries];
  for (const entry of all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const last = lines.at(-1);
    const { key_name: key, audience } = entry.detail;
    if (key !== undefined && audience === 'requester')
      left[entry.what === 'wrap_created' ? 'add' : 'delete'](key);
    if (entry.what === 'reveal_ended') {
      lines.push({ entry, keys: [...left] });
      left.clear();
    } else if (key !== undefined && last && isSame(last.entry, entry)) last.keys.push(key);
    else lines.push({ entry, keys: key === undefined ? [] : [key] });
  }
  return lines.map((line) => ({
    ...{ at: line.entry.at, keys: line.keys, tone: 'plain', text: null },
    who: whoDid(line.entry),
    ...TOLD[line.entry.what](line.entry.detail, line),
    ...(line.entry.what === 'vote' ? { text: commentOf(line.entry, request.approvals) } : {}),
  }));
}

function whoDid({ what, by }: TimelineEntry): string | null {
  if (IMPERSONAL.has(what) || (what === 'reveal_ended' && by.name === null)) return null;
  return by.name ?? 'Somebody';
}

type Vote = RequestDetail['approvals'][number];

function votesWithoutEvent(entries: readonly TimelineEntry[], votes: readonly Vote[]): TimelineEntry[] {
  const kept = entries.filter(({ what }) => what === 'vote').map(({ by }) => by.ref);
  return votes
    .filter(({ approver_id: id }) => !kept.includes(`user:${id}`))
    .map(({ approver_id: id, approver_email: name, created_at: at, decision, voted_as }) => ({
      ...{ at, what: 'vote', by: { ref: `user:${id}`, name } },
      detail: { decision, voted_as: voted_as ?? undefined },
    }));
}

function commentOf({ by, detail }: TimelineEntry, votes: readonly Vote[]): string | null {
  const own = votes.filter(({ approver_id: id }) => by.ref === `user:${id}`);
  const vote = own.find(({ decision }) => decision === detail.decision);
  return vote?.comment || null;
}

function isSame(one: TimelineEntry, other: TimelineEntry): boolean {
  return (
    one.what === other.what && one.by.ref === other.by.ref && one.detail.audience === other.detail.audience
  );
}

function asText(as: Detail['voted_as']): string {
  if (as === undefined) return '';
  return as === 'source' ? ' for the source' : ' for security';
}

function attemptText(attempt: number | undefined): string {
  return attempt === undefined || attempt < 2 ? '' : ` (attempt ${attempt})`;
}
