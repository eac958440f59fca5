import { Injectable } from '@nestjs/common';
import type { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { AuthOptions } from '../auth-options.js';
import { authErrors } from '../auth.errors.js';
import { workloadErrors } from '../workload/workload.errors.js';
import { MfaFactorStore } from './mfa-factors.store.js';

/** Requires a fresh step-up. Changes nothing. */
@Injectable()
export class StepUpGate {
  constructor(
    private readonly options: AuthOptions,
    private readonly factors: MfaFactorStore,
  ) {}

  /**
   * Checks the caller.
   *
   * @throws DomainError mfa_enrollment_required without a usable factor, step_up_required with one,
   *   workload_cannot_step_up for a workload
   */
  async require(caller: Caller): Promise<void> {
    if (!caller.mfaFresh) throw await this.refusal(caller);
  }

  /** Checks a caller who has a factor; any other caller passes. @throws DomainError step_up_required */
  async requireOfEnrolled(caller: Caller): Promise<void> {
    if (caller.mfaFresh) return;
    const factors = await this.factors.listUsable(caller.userId);
    if (factors.length > 0) throw authErrors.stepUpRequired(this.options.stepUpSeconds);
  }

  /**
   * Returns the error for a caller without a fresh step-up: step_up_required, or mfa_enrollment_required without a
   * factor.
   */
  async refusal(caller: Caller): Promise<DomainError> {
    if (caller.workload !== null) return workloadErrors.cannotStepUp();
    const factors = await this.factors.listUsable(caller.userId);
    return factors.length === 0
      ? authErrors.mfaEnrollmentRequired()
      : authErrors.stepUpRequired(this.options.stepUpSeconds);
  }
}
