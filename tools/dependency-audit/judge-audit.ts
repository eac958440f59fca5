import type { AuditException } from './audit-exceptions.js';

/** The used members of the output of `npm audit --json`. */
export interface AuditReport {
  readonly auditReportVersion: 2;
  readonly vulnerabilities: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
}

/** In `via` a string refers to another package's entry. */
interface Advisory {
  readonly name: string;
  readonly title: string;
  /** Ends in the advisory's id, GHSA-… */
  readonly url: string;
  readonly severity: string;
  /** Affected versions. */
  readonly range: string;
}

export interface AuditVerdict {
  /** One line per failing advisory; the audit passes if there is none. */
  readonly failures: readonly string[];
  /** Exceptions in force, and those that are no longer needed. */
  readonly notes: readonly string[];
}

/**
 * Judges an audit's report. Every severity counts.
 *
 * @param today YYYY-MM-DD; an exception holds to the end of its last day
 */
export function judgeAudit(
  report: AuditReport,
  exceptions: readonly AuditException[],
  today: string,
): AuditVerdict {
  const advisories = new Map(
    Object.values(report.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((each) => typeof each !== 'string')
      .map((advisory) => [idOf(advisory), advisory]),
  );
  const failures: string[] = [];
  const notes = exceptions
    .filter(({ advisory }) => !advisories.has(advisory))
    .map(({ advisory }) => `${advisory}: its exception is no longer needed`);
  for (const [id, advisory] of advisories) {
    const exception = exceptions.find((each) => each.advisory === id);
    if (exception === undefined) failures.push(lineOf(id, advisory));
    else if (exception.until < today)
      failures.push(`${lineOf(id, advisory)}; its exception ended on ${exception.until}`);
    else notes.push(`${lineOf(id, advisory)}; excepted until ${exception.until}: ${exception.reason}`);
  }
  return { failures, notes };
}

function idOf({ url }: Advisory): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function lineOf(id: string, { name, severity, title, range }: Advisory): string {
  return `${severity}: ${name} ${range}: ${title} (${id})`;
}
