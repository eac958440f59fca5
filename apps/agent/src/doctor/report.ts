export type FindingResult = 'ok' | 'failed' | 'skipped';

/** The result of a check, in plain words. It never contains secrets or text of a response. */
export interface Finding {
  check: string;
  result: FindingResult;
  detail: string;
  /** What to do about it; null for nothing. */
  advice: string | null;
}

/** Collects findings and reports each immediately. */
export class Report {
  readonly findings: Finding[] = [];

  constructor(private readonly onFinding: (finding: Finding) => void) {}

  get failures(): number {
    return this.findings.filter(({ result }) => result === 'failed').length;
  }

  ok(check: string, detail: string, advice: string | null = null): true {
    this.#add({ check, result: 'ok', detail, advice });
    return true;
  }

  failed(check: string, detail: string, advice: string): false {
    this.#add({ check, result: 'failed', detail, advice });
    return false;
  }

  skipped(check: string, detail: string, advice: string | null = null): void {
    this.#add({ check, result: 'skipped', detail, advice });
  }

  #add(finding: Finding): void {
    this.findings.push(finding);
    this.onFinding(finding);
  }
}
