import { Injectable } from '@nestjs/common';
import { RecordedEvents } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { DomainError, type ErrorKind, isDueToGrants } from '#libs/core';
import { type Call, CallFingerprint } from './call-fingerprint.js';
import { idempotencyErrors } from './idempotency.errors.js';
import { IdempotencyStore, type KeyClaim, type StoredResponse } from './idempotency.store.js';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Errors about the state of the data rather than the caller. The first call itself may have caused them. */
const STATE_ERRORS: ReadonlySet<ErrorKind> = new Set([
  'invalid',
  'not_found',
  'conflict',
  'gone',
  'precondition',
  'unprocessable',
]);
const NO_FACTOR = 'mfa_enrollment_required';
const ALLOWED = new Error('The caller is still allowed to make the call.');

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
    const claim = { callerId, key, fingerprint: this.fingerprint.of(call) };
    for (;;) {
      const stored = await this.store.find(claim);
      if (stored) return this.replay(stored, claim, work);
      const done = await this.execute(claim, work);
      if (done) return done.answer;
    }
  }

  /** Runs the work and stores the response; null when a concurrent call has stored one in the meantime. */
  private async execute(claim: KeyClaim, work: () => Promise<unknown>): Promise<{ answer: unknown } | null> {
    let isAnswered = false;
    const hooks = {
      onBegin: async (tx: Tx): Promise<void> => {
        isAnswered = !(await this.store.claim(tx, claim));
        if (isAnswered) throw new Error('A concurrent call has stored its response.');
      },
      beforeCommit: (tx: Tx, answer: unknown) => this.store.save(tx, claim, JSON.stringify(answer)),
      completesAfter: () => !isAnswered,
    };
    try {
      return { answer: await this.database.inOneTransaction(hooks, work) };
    } catch (error) {
      if (isAnswered) return null;
      throw error;
    }
  }

  /** Runs the work again and rolls it back, to check that the caller is still allowed to make the call. */
  private async replay(
    stored: StoredResponse,
    claim: KeyClaim,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!stored.fingerprint.equals(claim.fingerprint)) throw idempotencyErrors.reused();
    const hooks = { beforeCommit: () => Promise.reject(ALLOWED), completesAfter: isCallerError };
    await this.database.inOneTransaction(hooks, work).catch((error: unknown) => {
      if (isCallerError(error)) throw error;
    });
    // Its events were written when it was first made.
    RecordedEvents.add();
    return JSON.parse(stored.response) as unknown;
  }
}

/** Fails closed: only errors known to be about the state allow the replay. */
function isCallerError(error: unknown): boolean {
  if (error === ALLOWED) return false;
  if (!(error instanceof DomainError) || isDueToGrants(error)) return true;
  return !STATE_ERRORS.has(error.kind) || error.code === NO_FACTOR;
}
