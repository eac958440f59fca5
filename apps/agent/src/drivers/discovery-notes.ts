/**
 * Number of names that a discovery could not report, because they contain characters that a secret_ref or key name can't.
 */
export interface SkippedNames {
  secrets: number;
  keys: number;
}

/** Collects what a discovery, or a check, skips. */
export class DiscoveryNotes {
  readonly skipped: SkippedNames = { secrets: 0, keys: 0 };
  /** Requests that the store refused and discovery skipped; in terms of the scope, without names of secrets. */
  readonly refused = new Set<string>();

  /** Counts a secret whose name can't be reported; returns `isReportable`. */
  secret(isReportable: boolean): boolean {
    if (!isReportable) this.skipped.secrets += 1;
    return isReportable;
  }

  /** Returns the reportable names without duplicates; counts the others. */
  keys(names: Iterable<string>, isReportable: (name: string) => boolean): string[] {
    const all = [...new Set(names)];
    const reportable = all.filter(isReportable);
    this.skipped.keys += all.length - reportable.length;
    return reportable;
  }

  get hasSkipped(): boolean {
    return this.skipped.secrets + this.skipped.keys > 0;
  }
}
