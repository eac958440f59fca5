import { httpErrors } from '#libs/core';

/** UTC dates, as `2026-11-22`; `until` is exclusive. */
export interface DayRange {
  readonly since: string;
  readonly until: string;
}

const DEFAULT_DAYS = 30;
const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Returns the range of days with its defaults: 30 days, until and including today.
 *
 * @throws DomainError validation_failed for an empty range and for more than 90 days
 */
export function dayRange(given: { since?: string; until?: string }, today: string): DayRange {
  const until = given.until ?? dayAfter(today, 1);
  const since = given.since ?? dayAfter(until, -DEFAULT_DAYS);
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS;
  if (days < 1) throw invalidUntil('must be after since');
  if (days > MAX_DAYS) throw invalidUntil(`must be at most ${MAX_DAYS} days after since`);
  return { since, until };
}

/** Returns the days of a range in order. */
export function daysOf({ since, until }: DayRange): string[] {
  const days: string[] = [];
  for (let day = since; day < until; day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** Returns the date `days` later, or earlier if negative. */
function dayAfter(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function invalidUntil(message: string): Error {
  return httpErrors.invalidField('until', message);
}
