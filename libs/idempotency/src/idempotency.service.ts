import { Injectable } from '@nestjs/common';
import { type Call, CallFingerprint } from './call-fingerprint.js';
import { idempotencyErrors } from './idempotency.errors.js';
import { IdempotencyStore } from './idempotency.store.js';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Does what was asked once, however often it is asked with the same key (D15). */
@Injectable()
export class Idempotency {
  constructor(
    private readonly store: IdempotencyStore,
    private readonly fingerprint: CallFingerprint,
  ) {}

  /**
   * Runs `work` for the first call with the key, and gives its answer to every later one. A refused call
   * leaves the key free.
   *
   * @param work its answer must hold neither values nor credentials: it is stored
   * @throws DomainError validation_failed for a key of another form, idempotency_key_reused for another call,
   *   conflict while the first call is under way, and what `work` raises
   */
  async once(callerId: string, key: unknown, call: Call, work: () => Promise<unknown>): Promise<unknown> {
    if (typeof key !== 'string' || !KEY.test(key)) throw idempotencyErrors.malformed();
    const use = await this.store.begin(callerId, key, this.fingerprint.of(call));
    if (use.kind === 'reused') throw idempotencyErrors.reused();
    if (use.kind === 'under_way') throw idempotencyErrors.underWay();
    if (use.kind === 'answered') return JSON.parse(use.response) as unknown;
    const answer = await work().catch((error: unknown) => this.giveUp(callerId, key, error));
    await this.store.finish(callerId, key, JSON.stringify(answer));
    return answer;
  }

  private async giveUp(callerId: string, key: string, error: unknown): Promise<never> {
    // The error of the call matters more than a key that stays taken for a minute.
    await this.store.abandon(callerId, key).catch(() => undefined);
    throw error;
  }
}
