/** An advisory that the audit ignores until a date. */
export interface AuditException {
  readonly advisory: string;
  /** Why the service is not affected, or why it can't be fixed yet. */
  readonly reason: string;
  /** Last day, YYYY-MM-DD. */
  readonly until: string;
}

/** Maximum validity of an exception, in days. */
const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Reads tools/dependency-audit/exceptions.json.
 *
 * @param today YYYY-MM-DD
 * @throws Error for an exception without an id, a reason or a day of the next 90 days or of the past
 */
export function parseAuditExceptions(text: string, today: string): AuditException[] {
  const exceptions = JSON.parse(text) as AuditException[];
  const latest = new Date(Date.parse(today) + MAX_DAYS * DAY_MS).toISOString().slice(0, 10);
  for (const { advisory, reason, until } of exceptions) {
    if (!/^GHSA(-[0-9a-z]{4}){3}$/.test(advisory))
      throw new Error(`${advisory} is not an advisory's id (GHSA-…).`);
    if (!/\S/.test(reason ?? '')) throw new Error(`${advisory} has no reason.`);
    if (!isDay(until) || until > latest)
      throw new Error(`${advisory} needs a last day, ${latest} at the latest.`);
  }
  return exceptions;
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
