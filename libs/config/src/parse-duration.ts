import { ValueFault } from './config.errors.js';

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const WHOLE = /^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
/** The longest delay of setTimeout. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const YEAR_SECONDS = 366 * 24 * 3_600;

/**
 * Parses a duration as in Go (`8h`, `1h30m`, `500ms`, `1.5s`) to milliseconds; zero is allowed.
 *
 * @throws ValueFault
 */
function parseDuration(text: string): number {
  if (!WHOLE.test(text)) throw new ValueFault('must be a duration such as 8h, 30s, 1h30m or 500ms');
  let total = 0;
  for (const [, amount, unit] of text.matchAll(PART))
    total += Number(amount) * (MS_PER_UNIT[unit ?? ''] ?? NaN);
  return Math.round(total);
}

/** Parses a duration of whole seconds, from one second to a year. @throws ValueFault */
export function parseWholeSeconds(text: string): number {
  const seconds = parseDuration(text) / 1_000;
  if (!Number.isInteger(seconds) || seconds < 1) throw new ValueFault('must be whole seconds, at least 1s');
  if (seconds > YEAR_SECONDS) throw new ValueFault('must be at most 8784h');
  return seconds;
}

/** Parses a number of milliseconds without a unit, from 0 to an hour. @throws ValueFault */
export function parseMilliseconds(text: string): number {
  const ms = /^\d{1,7}$/.test(text) ? Number(text) : Infinity;
  if (ms > 3_600_000) throw new ValueFault('must be whole milliseconds from 0 to 3600000, without a unit');
  return ms;
}

/** Parses a task's interval to milliseconds, from 10 ms to the longest timer. @throws ValueFault */
export function parseInterval(text: string): number {
  const ms = parseDuration(text);
  if (ms < 10 || ms > MAX_TIMER_MS) throw new ValueFault('must be from 10ms to 596h');
  return ms;
}
