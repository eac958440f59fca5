import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';

/** What the requester has retrieved of a request. */
export interface Retrievals {
  /** Keys that there are to retrieve. */
  readonly whole: number;
  /** Keys that were retrieved. */
  readonly got: number;
  readonly all: boolean;
  readonly last: TimelineEntry | undefined;
  /** When nothing was left to retrieve: all was, or a reveal session ended, which destroys the rest; undefined before. */
  readonly endedAt: string | undefined;
}

/** Returns what its requester has retrieved; a whole of 0 where nothing is there for them. */
export function retrievalsOf(request: RequestDetail, entries: readonly TimelineEntry[]): Retrievals {
  const entriesOf = (what: TimelineEntry['what']) =>
    entries.filter((entry) => entry.what === what && entry.detail.audience === 'requester');
  const [there, retrieved] = [entriesOf('wrap_created'), entriesOf('wrap_retrieved')];
  const whole = distinct(there) || (request.operation === 'patch' ? 0 : request.keys.length);
  const got = distinct(retrieved);
  const [all, last] = [got > 0 && got >= whole, retrieved.at(-1)];
  const ended = entries.findLast(({ what }) => what === 'reveal_ended');
  return { whole, got, all, last, endedAt: (all ? last : ended)?.at };
}

function distinct(entries: readonly TimelineEntry[]): number {
  return new Set(entries.map(({ detail }) => detail.key_name)).size;
}
