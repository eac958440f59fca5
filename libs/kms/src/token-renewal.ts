import { setTimeout as sleep } from 'node:timers/promises';
import { componentLogger } from '#libs/logging';
import type { TokenLease } from './transit-client.js';

const SHARE = 2 / 3;
/** Replicas that started together do not renew together. */
const JITTER = 0.1;
const SHORTEST_MS = 1_000;
const RETRY_MS = 30_000;
/** Node's timers hold no more (24.8 days); a longer lease is renewed that early. */
const LONGEST_MS = 2 ** 31 - 1;

/** The calls that a renewal makes. */
export interface RenewableToken {
  lookUpToken(): Promise<TokenLease>;
  renewToken(): Promise<TokenLease>;
}

/** Waits, or rejects when the signal says so. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const waitUnreferenced: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { ref: false, signal });

/**
 * Keeps a token alive: renews it at two thirds of what is left of its lease, again and again. A token that
 * lasts for ever or can't be renewed is left alone. A failure is tried again every half a minute, or sooner
 * when less is left.
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

  /** Resolves when there is nothing left to renew, or at stop(). */
  async run(): Promise<void> {
    let renews = false;
    while (!this.#stopping.signal.aborted) {
      const lease = await this.#ask(renews);
      if (lease !== undefined && !isRenewable(lease)) return;
      renews = lease !== undefined;
      if (!(await this.#waits(lease === undefined ? jittered(this.#retryMs) : pauseOf(lease)))) return;
    }
  }

  /** Ends run() without waiting for its timer. */
  stop(): void {
    this.#stopping.abort();
  }

  async #ask(renews: boolean): Promise<TokenLease | undefined> {
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
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, jittered(seconds * 1000 * SHARE)));
}

/** A lease that is short leaves little time to try again. */
function retryOf({ seconds }: TokenLease): number {
  return Math.min(RETRY_MS, Math.max(SHORTEST_MS, seconds * 100));
}

/** Up to a tenth less, never more: late is worse than early. */
function jittered(milliseconds: number): number {
  return milliseconds * (1 - Math.random() * JITTER);
}
