/** The running jobs, at most `limit` at a time. */
export class RunningJobs {
  readonly #running = new Map<Promise<void>, string>();

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.#running.size;
  }

  /** Returns the ids whose leases the next heartbeat renews. */
  ids(): string[] {
    return [...new Set(this.#running.values())];
  }

  /** @param run a job that never rejects */
  add(id: string, run: Promise<void>): void {
    const tracked: Promise<void> = run.finally(() => this.#running.delete(tracked));
    this.#running.set(tracked, id);
  }

  /** Resolves once another job may start. */
  async room(): Promise<void> {
    while (this.#running.size >= this.limit) await Promise.race(this.#running.keys());
  }

  /** Resolves once no job is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }
}
