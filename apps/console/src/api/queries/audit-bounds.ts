import { type AuditFilter, defaultSpan, SPANS } from './audit-filter.js';

/** The bounds of a time range, as instants: the first inclusive, the second exclusive; undefined for none. */
export interface Bounds {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Returns the time range of a filter. @param now in milliseconds */
export function boundsOf(filter: AuditFilter, now: number): Bounds {
  const { since = defaultSpan(filter), from, until } = filter;
  if (since === 'range') return { since: instantOf(from), until: instantOf(until) };
  const minutes = SPANS[since];
  return {
    since: minutes === null ? undefined : new Date(now - minutes * 60_000).toISOString(),
    until: undefined,
  };
}

/** Returns an end of a range as an instant; undefined for a text of the address that is none. */
function instantOf(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
