import { Injectable } from '@nestjs/common';
import type { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { AuthOptions } from '../auth-options.js';
import { authErrors } from '../auth.errors.js';
import { MfaFactorStore } from './mfa-factors.store.js';

/** Lets a caller on whose session carries a fresh step-up. It reads only: a refusal has no effect. */
@Injectable()
export class StepUpGate {
  constructor(
    private readonly options: AuthOptions,
    private readonly factors: MfaFactorStore,
  ) {}

  /** @throws DomainError mfa_enrollment_required without a usable factor, step_up_required with one */
  async require(caller: Caller): Promise<void> {
    if (!caller.mfaFresh) throw await this.refusal(caller);
  }

  /** What a caller is answered whose session is not fresh: step_up_required, or mfa_enrollment_required without a factor. */
  async refusal(caller: Caller): Promise<DomainError> {
    const factors = await this.factors.usable(caller.userId);
    return factors.length === 0
      ? authErrors.mfaEnrollmentRequired()
      : authErrors.stepUpRequired(this.options.stepUpSeconds);
  }
}
