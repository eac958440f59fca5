import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import type { IconName } from '../../ui/icons.js';
import { requiredVotes, type VotedAs, voteAs } from './cross-team-votes.js';
import { retrievalsOf } from './retrievals.js';
import type { Step } from './steps.js';

/** A milestone of a request, reached or not. */
export interface Milestone {
  readonly name: string;
  /** The lane of one of two votes that may come in any order; null for what belongs to both. */
  readonly lane: VotedAs | null;
  /** When it was reached; null before. */
  readonly at: string | null;
  /** It can't be reached any more. */
  readonly never: boolean;
  readonly by: string | null;
  /** How much of it: "1 of 2". */
  readonly part: string | null;
  readonly icon: IconName;
  readonly tone: Step['tone'];
  /** How many seconds after what came before it; null where nothing did, or it is not reached. */
  readonly after: number | null;
}

type Untimed = Omit<Milestone, 'after'>;
const NOT_REACHED = {
  lane: null,
  at: null,
  never: false,
  by: null,
  part: null,
  icon: 'open',
  tone: 'plain',
} as const;
const ENDS: Readonly<Partial<Record<RequestDetail['status'], Pick<Untimed, 'name' | 'icon' | 'tone'>>>> = {
  rejected: { name: 'Rejected', icon: 'against', tone: 'bad' },
  refused: { name: 'Refused', icon: 'against', tone: 'bad' },
  cancelled: { name: 'Cancelled', icon: 'withdrawn', tone: 'plain' },
  expired: { name: 'Expired', icon: 'expired', tone: 'plain' },
  failed: { name: 'Failed', icon: 'failed', tone: 'bad' },
};

/**
 * Returns the milestones of a request in their order; where it ended early, those it reached and its end.
 *
 * @param now in milliseconds
 */
export function milestonesOf(
  request: RequestDetail,
  entries: readonly TimelineEntry[],
  now: number,
): Milestone[] {
  const milestones = [
    requested(request),
    ...provided(request),
    ...verified(request, entries),
    ...approved(request, entries),
    ...carriedOut(request),
    ...retrieved(request, entries, now),
  ];
  const end = endOf(request, entries);
  return withTimes(end === null ? milestones : [...milestones.filter(({ at }) => at !== null), end]);
}

function requested({ created_at: at, names, requester_email: email }: RequestDetail): Untimed {
  return { ...NOT_REACHED, name: 'Requested', at, by: names?.requester ?? email, icon: 'requests' };
}

function provided({ type, filled_at: at = null, names }: RequestDetail): Untimed[] {
  if (type !== 'cross_team') return [];
  return [milestone('Values provided', at, names?.filled_by ?? null)];
}

/** The two votes of a cross-team request; a single one is its approval. */
function verified(request: RequestDetail, entries: readonly TimelineEntry[]): Untimed[] {
  const votes = request.type === 'cross_team' ? requiredVotes(request) : [];
  if (votes.length < 2) return [];
  return votes.map((lane) => {
    const vote = voteAs(lane, request);
    const name = lane === 'source' ? 'Source' : 'Security';
    if (vote?.decision !== 'approve') return { ...NOT_REACHED, name, lane };
    return { ...milestone(`${name} approved`, vote.created_at, voterOf(vote, entries)), lane };
  });
}

function approved(request: RequestDetail, entries: readonly TimelineEntry[]): Untimed[] {
  const { approved_at: at, approvals, min_approvers: needed, direct, type } = request;
  if (direct || (type !== 'cross_team' && needed === 0)) return [];
  const votes = approvals.filter(({ decision }) => decision === 'approve');
  const part = at === null && type !== 'cross_team' ? `${votes.length} of ${needed}` : null;
  const voters = type === 'cross_team' && votes.length > 1 ? [] : votes;
  const by = voters.map((vote) => voterOf(vote, entries)).join(', ') || null;
  return [{ ...milestone('Approved', at, by), part }];
}

function carriedOut({ job, direct, executed_at: at, operation, names }: RequestDetail): Untimed[] {
  const taken = direct
    ? []
    : [
        {
          ...milestone('Taken by an agent', job?.claimed_at ?? null, job?.agent_name ?? null),
          icon: 'fleet' as const,
        },
      ];
  const name = operation === 'patch' ? 'Written to the store' : 'Read from the store';
  return [...taken, milestone(name, at, names?.connection ?? null)];
}

/** What its requester has retrieved, where there is something to retrieve. */
function retrieved(request: RequestDetail, entries: readonly TimelineEntry[], now: number): Untimed[] {
  const { whole, got, all, last, endedAt } = retrievalsOf(request, entries);
  if (whole === 0) return [];
  if (last === undefined)
    return [{ ...NOT_REACHED, name: 'Retrieved', never: endedAt !== undefined || isTooLate(request, now) }];
  const part = all ? null : `${got} of ${whole}`;
  const look = { icon: all ? 'unlock' : 'waiting', tone: 'accent' } as const;
  return [{ ...NOT_REACHED, ...look, name: 'Retrieved', at: last.at, by: last.by.name, part }];
}

/** Whether the values of a read have expired: they can't be retrieved any more. */
function isTooLate({ operation, executed_at: at, lifetimes }: RequestDetail, now: number): boolean {
  return operation !== 'patch' && !!at && now >= Date.parse(at) + lifetimes.claimed * 1000;
}

function endOf(
  { status, updated_at, expires_at }: RequestDetail,
  entries: readonly TimelineEntry[],
): Untimed | null {
  const end = ENDS[status];
  if (end === undefined) return null;
  const last = entries.findLast(
    ({ what, detail }) => what === status || (status === 'rejected' && detail.decision === 'reject'),
  );
  const by = status === 'expired' || status === 'failed' ? null : (last?.by.name ?? null);
  // It is over from then on, whether or not the service has noted it yet.
  const at = status === 'expired' ? expires_at : (last?.at ?? updated_at);
  return { ...NOT_REACHED, ...end, at, by };
}

/** Adds the time since the milestone before; both lanes follow the same one. */
function withTimes(milestones: readonly Untimed[]): Milestone[] {
  return milestones.map((each, index) => {
    const before = milestones
      .slice(0, index)
      .filter(({ lane, at }) => at !== null && (each.lane === null || lane === null));
    const last = Math.max(...before.map(({ at }) => Date.parse(at!)));
    return {
      ...each,
      after: each.at === null || before.length === 0 ? null : (Date.parse(each.at) - last) / 1000,
    };
  });
}

function milestone(name: string, at: string | null, by: string | null): Untimed {
  return at === null ? { ...NOT_REACHED, name } : { ...NOT_REACHED, name, at, by, icon: 'done', tone: 'ok' };
}

type Vote = RequestDetail['approvals'][number];

function voterOf(
  { approver_id: id, approver_email: email }: Vote,
  entries: readonly TimelineEntry[],
): string {
  return entries.find(({ by }) => by.ref === `user:${id}`)?.by.name ?? email;
}
