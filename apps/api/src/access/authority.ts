import type { StepUpGate } from '#libs/auth';
import type { ChangeCheck } from '#libs/database';
import type { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';

/** How old what is known of a caller may be when a change begins (D97), in milliseconds. */
const MAX_AGE_MS = 1000;

/** Keeps a call's authority fresh: who its caller is and what they may do, and when that was last looked up. */
export class Authority implements ChangeCheck {
  private seenAt = performance.now();

  /**
   * @param caller who calls, as of the last look; undefined for an agent
   * @param look finds out again who calls and whether they may; throws what the guard would throw
   * @param refusal what the route answers to who does not hold what it asks for
   */
  constructor(
    private readonly caller: () => Caller | undefined,
    private readonly stepUp: StepUpGate,
    private readonly look: () => Promise<void>,
    private readonly refusal: () => DomainError,
  ) {}

  get isDue(): boolean {
    return performance.now() - this.seenAt > MAX_AGE_MS;
  }

  /** Looks again, for a handler that has not begun: the request then carries who its caller is now. @throws what `look` throws */
  async renew(): Promise<void> {
    const now = performance.now();
    await this.look();
    this.seenAt = now;
  }

  /**
   * Looks again while the handler runs. It has decided by what its caller held at its beginning, so a caller who has
   * lost any of that is refused.
   *
   * @throws DomainError what the guard raises, the route's refusal, step_up_required, mfa_enrollment_required
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
