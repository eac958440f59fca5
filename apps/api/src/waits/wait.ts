import type { Actor } from '#libs/audit';

/** The longest time between two looks: what ends by itself, as a session or a lifetime does, is told by nobody. */
const MAX_REST_MS = 10_000;
/** Looks in vain are so much further apart each time, up to five times as much. */
const APART_MS = 1000;
const FURTHEST_APART = 5;

/** One waiting call. While it rests it holds a timer and a promise, and no connection to the database. */
export class Wait {
  /** The correlation id of the one request or job that the call is about; null for lists and counts. */
  chain: string | null = null;
  private readonly until: number;
  private isWoken = false;
  private over = false;
  private looksInVain = 0;
  private restedMs = 0;
  private restsSince: number | null = null;
  private release: (() => void) | null = null;

  /** @param actor whose call it is, as the audit log names them */
  constructor(
    readonly actor: Actor,
    readonly sessionId: string,
    seconds: number,
  ) {
    this.until = performance.now() + seconds * 1000;
  }

  /** How long nothing was done for the call. */
  get restedForMs(): number {
    return this.restedMs + (this.restsSince === null ? 0 : performance.now() - this.restsSince);
  }

  /** Something has changed that the call may be about. */
  wake(): void {
    this.isWoken = true;
    this.release?.();
  }

  /** The call is answered with what it saw last: its client has gone, or the process stops. */
  end(): void {
    this.over = true;
    this.release?.();
  }

  /** Resolves when it is time to look again, once more at the end of the wait; false when there is nothing to look for. */
  async next(): Promise<boolean> {
    const looked = performance.now();
    while (!this.over) {
      const rest = this.isWoken ? Math.min(this.looksInVain, FURTHEST_APART) * APART_MS : MAX_REST_MS;
      const due = Math.min(looked + rest, this.until);
      if (performance.now() >= due) return this.look();
      await this.rest(due - performance.now());
    }
    return false;
  }

  private look(): true {
    this.isWoken = false;
    this.looksInVain += 1;
    this.over = performance.now() >= this.until;
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
