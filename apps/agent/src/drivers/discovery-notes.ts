/** How many names a discovery found and could not report: they hold characters that no secret_ref or key name has. */
export interface SkippedNames {
  secrets: number;
  keys: number;
}

/** What a discovery, or a check that looks at its beginning, leaves out. */
export class DiscoveryNotes {
  readonly skipped: SkippedNames = { secrets: 0, keys: 0 };
  /** What the store refused and discovery continues without; of the scope's words, no secret's name. */
  readonly refused = new Set<string>();

  /** Counts a secret whose name can't be reported, and passes on whether it can. */
  secret(isReportable: boolean): boolean {
    if (!isReportable) this.skipped.secrets += 1;
    return isReportable;
  }

  /** Returns the names that can be reported, each once; the others are counted. */
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
