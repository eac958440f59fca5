const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns a span in its two largest units: `3 h 12 min`. @param seconds ≥ 0 */
export function spanOf(seconds: number): string {
  const parts: string[] = [];
  let left = Math.max(0, Math.round(seconds));
  if (left >= 3_540) left = Math.round(left / 60) * 60;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 s' : parts.join(' ');
}

/** Returns a relative time: `12 min ago`, `in 3 h`. @param instant ISO 8601 */
export function whenOf(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const [first = ''] = spanOf(Math.abs(seconds)).match(/^\d+ \w+/) ?? [];
  return seconds > 0 ? `in ${first}` : `${first} ago`;
}

const LENGTHS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns milliseconds of `90s`, `10m`, `24h`; null for anything else. */
export function millisecondsOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})(ms|s|m|h|d)$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * LENGTHS[unit!]!;
}

/** What a timer can wait for, 24 days: a longer one ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Returns the same for a timer; null for what it can't wait for, too. */
export function timerMillisecondsOf(text: string): number | null {
  const ms = millisecondsOf(text);
  return ms !== null && ms <= MAX_TIMER_MS ? ms : null;
}
