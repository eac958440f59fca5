import type { Actor } from '#libs/audit';

/** Maximum time between two lookups: an expiry, as of a session or a lifetime, causes no notification. */
const MAX_REST_MS = 10_000;
/** The interval grows by this much after each lookup without a change, up to five times. */
const INTERVAL_STEP_MS = 1000;
const MAX_STEPS = 5;

/** A waiting call (`Prefer: wait`). Between lookups it holds a timer and a promise, and no database connection. */
export class Wait {
  /** The correlation id of the request or job that the call is about; null for lists and counts. */
  chain: string | null = null;
  private readonly until: number;
  private isWoken = false;
  private ended = false;
  private lookups = 0;
  private restedMs = 0;
  private restsSince: number | null = null;
  private release: (() => void) | null = null;

  /** @param actor the caller, as in the audit log */
  constructor(
    readonly actor: Actor,
    readonly sessionId: string,
    seconds: number,
  ) {
    this.until = performance.now() + seconds * 1000;
  }

  /** The milliseconds for which the call has been idle. */
  get restedForMs(): number {
    return this.restedMs + (this.restsSince === null ? 0 : performance.now() - this.restsSince);
  }

  /** Notifies the wait of a possible change. */
  wake(): void {
    this.isWoken = true;
    this.release?.();
  }

  /** Ends the wait with the last result: the client has disconnected, or the process stops. */
  end(): void {
    this.ended = true;
    this.release?.();
  }

  /** Resolves when it is time to look again, including once at the end of the wait; false when the wait is over. */
  async next(): Promise<boolean> {
    const lookedUpAt = performance.now();
    while (!this.ended) {
      const rest = this.isWoken ? Math.min(this.lookups, MAX_STEPS) * INTERVAL_STEP_MS : MAX_REST_MS;
      const due = Math.min(lookedUpAt + rest, this.until);
      if (performance.now() >= due) return this.lookUp();
      await this.rest(due - performance.now());
    }
    return false;
  }

  private lookUp(): true {
    this.isWoken = false;
    this.lookups += 1;
    this.ended = performance.now() >= this.until;
    return true;
  }

  private async rest(milliseconds: number): Promise<void> {
    this.restsSince = performance.now();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.release = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.release = null;
    this.restedMs = this.restedForMs;
    this.restsSince = null;
  }
}
