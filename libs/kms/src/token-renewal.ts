import { setTimeout as sleep } from 'node:timers/promises';
import { componentLogger } from '#libs/logging';
import type { TokenLease } from './transit-client.js';

/** The part of a lease after which it is renewed. */
const RENEW_AFTER = 2 / 3;
/** Spreads the renewals of replicas that started together. */
const JITTER = 0.1;
const MIN_MS = 1_000;
const RETRY_MS = 30_000;
/** The longest delay of Node's timers (24.8 days); longer leases are renewed that early. */
const MAX_MS = 2 ** 31 - 1;

/** The token calls that a renewal makes. */
export interface RenewableToken {
  /** Returns what remains of the lease. @throws KeyUnavailableError */
  lookUpToken(): Promise<TokenLease>;
  /** Renews the token, and returns its new lease. @throws KeyUnavailableError */
  renewToken(): Promise<TokenLease>;
}

/** Waits, or rejects when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const waitUnreferenced: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { ref: false, signal });

/**
 * Renews a token at two thirds of its remaining lease, repeatedly. Tokens without expiry and non-renewable ones are
 * left alone. A failure is retried after half a minute, or sooner when less remains.
 */
export class TokenRenewal {
  readonly #logger = componentLogger(TokenRenewal.name);
  readonly #stopping = new AbortController();
  #isFailing = false;
  #retryMs = RETRY_MS;

  constructor(
    private readonly token: RenewableToken,
    private readonly wait: Wait = waitUnreferenced,
  ) {}

  /** Resolves when nothing is left to renew, or at stop(). */
  async run(): Promise<void> {
    let renews = false;
    while (!this.#stopping.signal.aborted) {
      const lease = await this.#readLease(renews);
      if (lease !== undefined && !isRenewable(lease)) return;
      renews = lease !== undefined;
      if (!(await this.#waits(lease === undefined ? jittered(this.#retryMs) : pauseOf(lease)))) return;
    }
  }

  /** Ends run() without waiting for its timer. */
  stop(): void {
    this.#stopping.abort();
  }

  async #readLease(renews: boolean): Promise<TokenLease | undefined> {
    try {
      const lease = await (renews ? this.token.renewToken() : this.token.lookUpToken());
      this.#isFailing = false;
      this.#retryMs = retryOf(lease);
      return lease;
    } catch (err) {
      if (!this.#isFailing) this.#logger.warn({ err }, "renewal of the key service's token failed; retrying");
      this.#isFailing = true;
      return undefined;
    }
  }

  async #waits(milliseconds: number): Promise<boolean> {
    return this.wait(milliseconds, this.#stopping.signal).then(
      () => true,
      () => false,
    );
  }
}

function isRenewable({ seconds, renewable }: TokenLease): boolean {
  return renewable && seconds > 0;
}

function pauseOf({ seconds }: TokenLease): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, jittered(seconds * 1000 * RENEW_AFTER)));
}

/** Returns the retry delay; a short lease leaves little time. */
function retryOf({ seconds }: TokenLease): number {
  return Math.min(RETRY_MS, Math.max(MIN_MS, seconds * 100));
}

/** Shortens by up to a tenth, never lengthens: late is worse than early. */
function jittered(milliseconds: number): number {
  return milliseconds * (1 - Math.random() * JITTER);
}
