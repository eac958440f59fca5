import { Injectable } from '@nestjs/common';
import { StepUpGate } from '#libs/auth';
import { KeyService } from '#libs/kms';
import type { Caller } from '#libs/permissions';
import { RequestReadModel } from '#libs/requests';
import type { SecretBytes } from '#libs/secret-bytes';
import { type SealedWrap, sealWraps } from '#libs/wraps';
import { requiresStepUp, decideOn } from './cross-team-actions.js';
import { crossTeamErrors } from './cross-team.errors.js';

/** Seals the values of a fill before anything is locked: the key service must not be called inside a transaction. */
@Injectable()
export class FillSealing {
  constructor(
    private readonly readModel: RequestReadModel,
    private readonly keys: KeyService,
    private readonly stepUp: StepUpGate,
  ) {}

  /**
   * Returns the values as wraps for both audiences; null if the fill will be refused, which the transaction then decides and
   * records.
   *
   * @throws DomainError request_not_found, cross_team_keys_mismatch, step_up_required, dependency_unavailable
   */
  async seal(
    caller: Caller,
    requestId: string,
    values: ReadonlyMap<string, SecretBytes>,
  ): Promise<SealedWrap[] | null> {
    const request = await this.readModel.get(requestId);
    if (decideOn(request, 'fill', caller).refusal !== null) return null;
    assertKeys(request.keys, [...values.keys()]);
    if (requiresStepUp(request, 'fill')) await this.stepUp.require(caller);
    const audiences = (['agent', 'requester'] as const).map((audience) =>
      sealWraps(this.keys, requestId, audience, values),
    );
    return (await Promise.all(audiences)).flat();
  }
}

function assertKeys(expected: readonly string[], given: readonly string[]): void {
  const missing = expected.filter((key) => !given.includes(key));
  const unexpected = given.filter((key) => !expected.includes(key));
  if (missing.length + unexpected.length > 0) throw crossTeamErrors.keysMismatch(missing, unexpected);
}
