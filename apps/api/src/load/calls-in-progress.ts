import type { ServerResponse } from 'node:http';
import { makeCounterProvider } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { httpErrors } from '#libs/core';
import { CallInProgress } from './call-in-progress.js';
import { KeyedCounts } from './keyed-counts.js';

/** Who calls; `reserved` is a user at a `@Reserved` handler. */
export type CallerKind = 'user' | 'reserved' | 'agent';

/** What only calls of `@Reserved` handlers may take on top of the limit, as a share of it. */
const RESERVED_SHARE = 0.25;
const RETRY_AFTER_SECONDS = 1;

export const CONCURRENCY_LIMITED = 'concurrency_limited_total';

export const concurrencyLimited = makeCounterProvider({
  name: CONCURRENCY_LIMITED,
  help: 'Calls refused because their caller has too many in progress',
  labelNames: ['caller'],
});

/**
 * Limits how many calls of each user and agent this process handles at a time, so that one of them cannot take the
 * database connections of all others.
 */
export class CallsInProgress {
  private readonly counts = new KeyedCounts();
  private readonly limits: Readonly<Record<CallerKind, number>>;

  /** @param limit per user, workload or agent; 0 for none */
  constructor(
    limit: number,
    private readonly refused: Counter<'caller'>,
  ) {
    const most = limit === 0 ? Infinity : limit;
    this.limits = { user: most, agent: most, reserved: Math.ceil(most * (1 + RESERVED_SHARE)) };
  }

  /** Number of callers with calls in progress. */
  get callers(): number {
    return this.counts.size;
  }

  /**
   * Counts a call until its response is closed in any way and nothing holds it.
   *
   * @throws DomainError rate_limited when the caller has too many
   */
  begin(kind: CallerKind, callerId: string, response: ServerResponse): CallInProgress {
    if (this.counts.of(callerId) >= this.limits[kind]) {
      this.refused.inc({ caller: kind });
      throw httpErrors.rateLimited(RETRY_AFTER_SECONDS);
    }
    const call = new CallInProgress((change) => this.counts.add(callerId, change));
    // A closed response does not emit `close` again.
    if (response.closed) return call;
    call.hold();
    response.once('close', () => call.release());
    return call;
  }
}
