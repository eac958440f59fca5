import { Injectable } from '@nestjs/common';
import { beforeEachCommit, type Tx } from '#libs/database';
import { DomainError, newId } from '#libs/http';
import { type Call, CallFingerprint } from './call-fingerprint.js';
import { idempotencyErrors } from './idempotency.errors.js';
import { type Attempt, IdempotencyStore } from './idempotency.store.js';

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
   * leaves the key free. The key is bound to the effect in the transaction that has it: a process that dies
   * after the commit and before the answer is kept leaves a key that makes nothing a second time.
   *
   * @param work its answer must hold neither values nor credentials: it is stored
   * @throws DomainError validation_failed for a key of another form, idempotency_key_reused for another call,
   *   conflict while the first call is under way or when its answer was lost, and what `work` raises
   */
  async once(callerId: string, key: unknown, call: Call, work: () => Promise<unknown>): Promise<unknown> {
    if (typeof key !== 'string' || !KEY.test(key)) throw idempotencyErrors.malformed();
    const attempt = { callerId, key, id: newId() };
    const use = await this.store.begin(attempt, this.fingerprint.of(call));
    if (use.kind === 'reused') throw idempotencyErrors.reused();
    if (use.kind === 'under_way') throw idempotencyErrors.underWay();
    if (use.kind === 'carried_out') throw idempotencyErrors.answerLost();
    if (use.kind === 'answered') return JSON.parse(use.response) as unknown;
    return this.carryOut(attempt, work);
  }

  private async carryOut(attempt: Attempt, work: () => Promise<unknown>): Promise<unknown> {
    const bindKey = async (tx: Tx): Promise<void> => {
      if (!(await this.store.carryOut(tx, attempt))) throw idempotencyErrors.underWay();
    };
    const answer = await beforeEachCommit(bindKey, work).catch((error: unknown) =>
      this.giveUp(attempt, error),
    );
    // What was made is made: a caller gets its answer even if it can't be kept for the next time.
    await this.store.finish(attempt, JSON.stringify(answer)).catch(() => undefined);
    return answer;
  }

  private async giveUp(attempt: Attempt, error: unknown): Promise<never> {
    const refused = error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'internal';
    // The error of the call matters more than a key that stays taken for a minute.
    await this.store.abandon(attempt, refused).catch(() => undefined);
    throw error;
  }
}
