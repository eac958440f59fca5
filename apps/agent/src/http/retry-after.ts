/**
 * Returns the milliseconds of a Retry-After header: whole seconds or an HTTP date (RFC 9110 §10.2.3).
 * @param nowMs milliseconds since the epoch
 * @returns null for an absent or invalid header
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  // Date.parse accepts almost anything as a date, even "-1".
  const date = header.endsWith(' GMT') ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
