import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { DomainError, type ErrorKind, hidesCoverage } from '#libs/core';
import { type Call, CallFingerprint } from './call-fingerprint.js';
import { idempotencyErrors } from './idempotency.errors.js';
import { IdempotencyStore, type KeptAnswer, type KeyUse } from './idempotency.store.js';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Errors about the state of things rather than the caller. The first call itself may have caused them. */
const OF_THE_STATE: ReadonlySet<ErrorKind> = new Set([
  'invalid',
  'not_found',
  'conflict',
  'gone',
  'precondition',
  'unprocessable',
]);
const WITHOUT_FACTOR = 'mfa_enrollment_required';
const ALLOWED = new Error('The call could be made now.');

/** Runs a call once per Idempotency-Key and replays its response (D15, ADR 10). */
@Injectable()
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly store: IdempotencyStore,
    private readonly fingerprint: CallFingerprint,
  ) {}

  /**
   * Runs `work` for the first call with the key. Later calls get the stored response if the caller could still make
   * the call (D97). Key, effect and response commit in one transaction; an error stores no key. Concurrent calls wait
   * for the first.
   *
   * @param work may run several times, of which one commits; its response must hold neither values nor credentials
   * @throws DomainError validation_failed for a malformed key, idempotency_key_reused for another call; errors of
   *   `work`
   */
  async once(callerId: string, key: unknown, call: Call, work: () => Promise<unknown>): Promise<unknown> {
    if (typeof key !== 'string' || !KEY.test(key)) throw idempotencyErrors.malformed();
    const use = { callerId, key, fingerprint: this.fingerprint.of(call) };
    for (;;) {
      const kept = await this.store.find(use);
      if (kept) return this.replay(kept, use, work);
      const done = await this.carryOut(use, work);
      if (done) return done.answer;
    }
  }

  /** Runs the work and stores the response; null when a concurrent call has stored one in the meantime. */
  private async carryOut(use: KeyUse, work: () => Promise<unknown>): Promise<{ answer: unknown } | null> {
    let isTaken = false;
    const ends = {
      first: async (tx: Tx): Promise<void> => {
        isTaken = !(await this.store.take(tx, use));
        if (isTaken) throw new Error('A twin of this call has been answered.');
      },
      last: (tx: Tx, answer: unknown) => this.store.keep(tx, use, JSON.stringify(answer)),
      counts: () => !isTaken,
    };
    try {
      return { answer: await this.database.asOne(ends, work) };
    } catch (error) {
      if (isTaken) return null;
      throw error;
    }
  }

  /** Runs the work again and rolls it back, to check that the caller is still allowed to make the call. */
  private async replay(kept: KeptAnswer, use: KeyUse, work: () => Promise<unknown>): Promise<unknown> {
    if (!kept.fingerprint.equals(use.fingerprint)) throw idempotencyErrors.reused();
    const ends = { last: () => Promise.reject(ALLOWED), counts: isOfTheCaller };
    await this.database.asOne(ends, work).catch((error: unknown) => {
      if (isOfTheCaller(error)) throw error;
    });
    return JSON.parse(kept.response) as unknown;
  }
}

/** Fails closed: only errors known to be about the state allow the replay. */
function isOfTheCaller(error: unknown): boolean {
  if (error === ALLOWED) return false;
  if (!(error instanceof DomainError) || hidesCoverage(error)) return true;
  return !OF_THE_STATE.has(error.kind) || error.code === WITHOUT_FACTOR;
}
