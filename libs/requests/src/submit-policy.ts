import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { SecurityProfile } from '#libs/config';
import { Database } from '#libs/database';
import { policyInvariantEvent, PolicyResolver, type Resolution } from '#libs/policies';
import type { PolicyScope } from '#libs/policy-engine';
import type { Caller } from '#libs/permissions';
import { lacksApproval } from './domain/quorum.js';
import { requestErrors } from './requests.errors.js';

/** Finds the rule that something is asked for under, whatever its type. */
@Injectable()
export class SubmitPolicy {
  constructor(
    private readonly database: Database,
    private readonly policies: PolicyResolver,
    private readonly audit: Audit,
    private readonly profile: SecurityProfile,
  ) {}

  /**
   * A broken invariant is written down whether or not the submit then goes through (D75).
   *
   * @throws DomainError no_matching_policy, workflow_disabled; under the strict profile prod_needs_approval (D95 c)
   */
  async resolve(caller: Caller, scope: PolicyScope): Promise<Resolution> {
    const resolution = await this.policies.resolve(this.database.manager, scope);
    if (resolution.invariantViolated) {
      await this.audit.recordDenial(policyInvariantEvent(actorOf(caller), resolution, scope));
    }
    if (this.profile.isStrict && lacksApproval(resolution.workflow, scope.environmentKind))
      throw requestErrors.prodNeedsApproval();
    return resolution;
  }
}
