export type FindingResult = 'ok' | 'failed' | 'skipped';

/** What one check found, in plain words. Nothing in it comes from a secret or from an answer's text. */
export interface Finding {
  check: string;
  result: FindingResult;
  detail: string;
  /** What to do; null where there is nothing to do. */
  advice: string | null;
}

/** Collects findings, and reports each at once. */
export class Report {
  readonly findings: Finding[] = [];

  constructor(private readonly tell: (finding: Finding) => void) {}

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
    this.tell(finding);
  }
}
