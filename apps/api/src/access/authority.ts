import type { StepUpGate } from '#libs/auth';
import type { ChangeCheck } from '#libs/database';
import type { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';

/** Maximum age of a caller's authorization when a change starts (D97). */
const MAX_AGE_MS = 1000;

/** Tracks when a call's caller was last authorized, and authorizes them again if that is too long ago. */
export class Authority implements ChangeCheck {
  private authorizedAt = performance.now();

  /**
   * @param caller the caller as last looked up; undefined for an agent
   * @param authorize authenticates and authorizes again; throws the errors of the guard
   * @param refusal the route's error for a caller without the required permission
   */
  constructor(
    private readonly caller: () => Caller | undefined,
    private readonly stepUp: StepUpGate,
    private readonly authorize: () => Promise<void>,
    private readonly refusal: () => DomainError,
  ) {}

  get isDue(): boolean {
    return performance.now() - this.authorizedAt > MAX_AGE_MS;
  }

  /** Authorizes again before the handler starts, and updates the request's caller. @throws the errors of `authorize` */
  async renew(): Promise<void> {
    const now = performance.now();
    await this.authorize();
    this.authorizedAt = now;
  }

  /**
   * Authorizes again while the handler runs. It has decided by the caller's earlier grants, so a caller who has lost any of
   * them is refused.
   *
   * @throws DomainError the guard's errors, the route's refusal, step_up_required, mfa_enrollment_required
   */
  async run(): Promise<void> {
    const before = this.caller();
    await this.renew();
    const now = this.caller();
    if (!before || !now) return;
    if (hasLostAny(before, now)) throw this.refusal();
    if (before.mfaFresh) await this.stepUp.require(now);
  }
}

function hasLostAny(before: Caller, now: Caller): boolean {
  const held = new Set(now.grants.map((grant) => JSON.stringify(grant)));
  return before.grants.some((grant) => !held.has(JSON.stringify(grant)));
}
