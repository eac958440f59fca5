import type { StepUpGate } from '#libs/auth';
import type { Grant } from '#libs/coverage';
import type { ChangeCheck } from '#libs/database';
import { httpErrors } from '#libs/http';
import type { Caller } from '#libs/rbac';
import type { AuthenticatedRequest } from './principal.js';

/** How old what is known of a caller may be when a change begins (D97), in milliseconds. */
const OLDEST_MS = 1000;

/** What a call knows of its caller, and since when. */
export class Authority implements ChangeCheck {
  private seenAt = performance.now();

  /** @param look finds out again who calls and whether they may; throws what the guard would throw */
  constructor(
    private readonly request: AuthenticatedRequest,
    private readonly stepUp: StepUpGate,
    private readonly look: () => Promise<void>,
  ) {}

  get isDue(): boolean {
    return performance.now() - this.seenAt > OLDEST_MS;
  }

  /** Looks again, for a handler that has not begun: the request then carries who its caller is now. */
  async renew(): Promise<void> {
    const now = performance.now();
    await this.look();
    this.seenAt = now;
  }

  /**
   * Looks again while the handler runs. It has decided by what its caller held at its beginning, so a caller who has
   * lost any of that is refused.
   *
   * @throws DomainError what the guard raises; permission_denied, step_up_required, mfa_enrollment_required
   */
  async run(): Promise<void> {
    const { caller: before } = this.request;
    await this.renew();
    const { caller: now } = this.request;
    if (!before || !now) return;
    const lost = lostGrant(before, now);
    if (lost) throw httpErrors.permissionDenied(lost.permission);
    if (before.mfaFresh) await this.stepUp.require(now);
  }
}

function lostGrant(before: Caller, now: Caller): Grant | undefined {
  const held = new Set(now.grants.map((grant) => JSON.stringify(grant)));
  return before.grants.find((grant) => !held.has(JSON.stringify(grant)));
}
