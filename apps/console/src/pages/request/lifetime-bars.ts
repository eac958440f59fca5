import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { retrievalsOf } from './retrievals.js';

/** A lifetime that has begun. */
export interface LifetimeBar {
  readonly name: string;
  /** Seconds from its beginning to its end. */
  readonly whole: number;
  /** Seconds that it has run, the whole at most. */
  readonly run: number;
  /** `ended` before its time, because what it was for was done. */
  readonly state: 'running' | 'ended' | 'expired';
}

type Instant = string | null | undefined;

/**
 * Returns the lifetimes of a request and of its values that have begun, in their order.
 *
 * @param over whether nothing more will happen to it
 * @param now in milliseconds
 */
export function lifetimeBarsOf(
  request: RequestDetail,
  over: boolean,
  entries: readonly TimelineEntry[],
  now: number,
): LifetimeBar[] {
  const { type, operation, lifetimes, job, created_at, approved_at, executed_at } = request;
  const end = over ? (request.status === 'expired' ? request.expires_at : request.updated_at) : null;
  const given = type === 'cross_team' ? request.filled_at : created_at;
  // The end of a request that did not succeed destroys its values.
  const { endedAt = request.status === 'executed' ? null : end } = retrievalsOf(request, entries);
  const values =
    operation === 'patch'
      ? [
          barOf('Values wait for approval', given, lifetimes.created, approved_at ?? end, now),
          barOf('Values wait for an agent', approved_at, lifetimes.approved, job?.claimed_at ?? end, now),
        ]
      : [
          barOf(
            'Values are there to retrieve',
            executed_at,
            retrievableSeconds(request, entries),
            endedAt,
            now,
          ),
        ];
  const whole = barOf('The request', created_at, lifetimes.request, executed_at ?? end, now);
  return [whole, ...values].filter((bar) => bar !== null);
}

/** Returns for how long the values of a read can be retrieved: at most until the end of a reveal session. */
function retrievableSeconds(
  { executed_at: from, lifetimes }: RequestDetail,
  entries: readonly TimelineEntry[],
): number {
  const opened = entries.findLast(({ what }) => what === 'reveal_opened');
  if (!from || opened === undefined) return lifetimes.claimed;
  const before = (Date.parse(opened.at) - Date.parse(from)) / 1000;
  return Math.min(lifetimes.claimed, before + (opened.detail.ttl_seconds ?? 0));
}

function barOf(name: string, from: Instant, whole: number, until: Instant, now: number): LifetimeBar | null {
  if (!from) return null;
  const ran = ((until ? Date.parse(until) : now) - Date.parse(from)) / 1000;
  const run = Math.min(whole, Math.max(0, ran));
  return { name, whole, run, state: run >= whole ? 'expired' : until ? 'ended' : 'running' };
}
