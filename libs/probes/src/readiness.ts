/** One thing that must work before the process takes calls: resolves, or rejects when it is away. */
export interface ReadinessCheck {
  /** As the specification names it: store, cache, key_service. */
  readonly name: string;
  /** What an operator is told when it fails; never the error itself. */
  readonly failure: string;
  run(): Promise<unknown>;
}

export interface ReadinessReport {
  readonly status: 'ready' | 'unready';
  readonly checks: Readonly<Record<string, string>>;
}

const DEADLINE_MS = 3000;

/** Tells whether the process may be sent calls; turns unready for good once it is stopping (D61). */
export class Readiness {
  private stopping = false;

  constructor(private readonly checks: readonly ReadinessCheck[]) {}

  /** From now on the process is unready. */
  beginStop(): void {
    this.stopping = true;
  }

  async report(): Promise<ReadinessReport> {
    if (this.stopping) return { status: 'unready', checks: { process: 'is stopping' } };
    const results = await Promise.all(
      this.checks.map(async (check) => [check, await passes(check)] as const),
    );
    const failed = results
      .filter(([, passed]) => !passed)
      .map(([check]) => [check.name, check.failure] as const);
    if (failed.length > 0) return { status: 'unready', checks: Object.fromEntries(failed) };
    return { status: 'ready', checks: Object.fromEntries(this.checks.map((check) => [check.name, 'ok'])) };
  }
}

async function passes(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DEADLINE_MS);
  });
  const run = check.run().then(
    () => true,
    () => false,
  );
  return Promise.race([run, late]).finally(() => clearTimeout(timer));
}
