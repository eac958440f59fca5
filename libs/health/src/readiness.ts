/** One thing that must work before the process takes calls: resolves, or rejects when it is away. */
export interface ReadinessCheck {
  /** As the specification names it: store, cache, key_service. */
  readonly name: string;
  /** What an operator is told when it fails (`error` is undefined when it took too long); never the error itself. */
  failure(error: unknown): string;
  run(): Promise<unknown>;
}

export interface ReadinessReport {
  readonly status: 'ready' | 'unready';
  readonly checks: Readonly<Record<string, string>>;
}

const DEADLINE_MS = 3000;
const OK = 'ok';

/** Tells whether the process may be sent calls; turns unready for good once it is stopping (D61). */
export class Readiness {
  private stopping = false;
  private underWay: Promise<ReadinessReport> | null = null;

  constructor(private readonly checks: readonly ReadinessCheck[]) {}

  /** From now on the process is unready. */
  beginStop(): void {
    this.stopping = true;
  }

  /** Runs each check once for all who ask meanwhile: anybody may ask, as often as they like. */
  async report(): Promise<ReadinessReport> {
    if (this.stopping) return { status: 'unready', checks: { process: 'is stopping' } };
    this.underWay ??= this.check().finally(() => (this.underWay = null));
    return this.underWay;
  }

  private async check(): Promise<ReadinessReport> {
    const outcomes = await Promise.all(
      this.checks.map(async (check) => [check.name, await outcomeOf(check)] as const),
    );
    const failed = outcomes.filter(([, outcome]) => outcome !== OK);
    if (failed.length > 0) return { status: 'unready', checks: Object.fromEntries(failed) };
    return { status: 'ready', checks: Object.fromEntries(outcomes) };
  }
}

/** `ok`, or what the check says of its failure. */
async function outcomeOf(check: ReadinessCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(check.failure(undefined)), DEADLINE_MS);
  });
  const run = check.run().then(
    () => OK,
    (error: unknown) => check.failure(error),
  );
  return Promise.race([run, late]).finally(() => clearTimeout(timer));
}
