/**
 * Milliseconds that a Retry-After header asks for: whole seconds or an HTTP date (RFC 9110 §10.2.3).
 * @param nowMs milliseconds since the epoch; null for an absent or unreadable header
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  // Date.parse alone takes nearly anything for a date, "-1" included.
  const date = header.endsWith(' GMT') ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
