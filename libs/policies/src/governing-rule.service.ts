import { Injectable } from '@nestjs/common';
import { Audit, actorOf } from '#libs/audit';
import { SecurityProfile } from '#libs/config';
import { Database, type Tx } from '#libs/database';
import { decide, type Decision } from '#libs/policy-engine';
import { type Caller, principalKindOf } from '#libs/permissions';
import { CompiledPolicies } from './compiled-policies.js';
import { lacksApproval } from './domain/lacks-approval.js';
import { type RuleTarget, scopeOf } from './domain/rule-target.js';
import { policyErrors } from './policies.errors.js';
import { policyEvents } from './policies.events.js';
import type { WorkflowSnapshot } from './workflow-snapshot.js';

/** The rule that governs a call, with its workflow. A violated invariant has been audited (D75). */
export interface GoverningRule extends Omit<Decision, 'winner' | 'reasons'> {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly workflow: WorkflowSnapshot;
}

/** Resolves the governing rule of a call from the stored rules, and audits a violated invariant (D75). */
@Injectable()
export class GoverningRuleService {
  constructor(
    private readonly database: Database,
    private readonly policies: CompiledPolicies,
    private readonly audit: Audit,
    private readonly profile: SecurityProfile,
  ) {}

  /**
   * Returns the rule and workflow for a submission or a direct reveal; call it outside of a transaction. If the winning rule's
   * workflow is disabled, no other rule replaces it (D72). The audit event stays if the submission fails later.
   *
   * @param purpose a preview records nothing, because it governs no call
   * @throws DomainError no_matching_policy, workflow_disabled; prod_needs_approval under the strict profile (D95 c) and
   *   for workloads
   */
  async resolve(
    caller: Caller,
    target: RuleTarget,
    purpose: 'submit' | 'preview' = 'submit',
  ): Promise<GoverningRule> {
    const principalKind = principalKindOf(caller);
    const scope = scopeOf(target, principalKind);
    const { rules, workflows } = await this.policies.current(this.database);
    const { winner, reasons: _, ...effects } = decide(scope, rules);
    const found = winner && workflows.get(winner.workflowId);
    if (!winner || !found) throw policyErrors.noMatchingPolicy();
    const { enabled, ...workflow } = found;
    if (!enabled) throw policyErrors.workflowDisabled();
    if (effects.invariantViolated && purpose === 'submit') {
      await this.audit.recordDenial(policyEvents.invariantViolated(actorOf(caller), winner, scope));
    }
    // A workload can't step up: in prod a user must approve its request, under either profile.
    const needsApproval = this.profile.isStrict || principalKind === 'workload';
    if (needsApproval && lacksApproval(workflow, scope.environmentKind))
      throw policyErrors.prodNeedsApproval();
    return { ruleId: winner.id, ruleName: winner.name, workflow, ...effects };
  }

  /**
   * Returns the decision of the rule by itself, without its workflow, for the lifetime of a reveal session. Without a matching
   * rule `winner` is null and the lifetime 60 s (D34). The audit event is part of the transaction.
   */
  async decide(tx: Tx, caller: Caller, target: RuleTarget): Promise<Decision> {
    const scope = scopeOf(target, principalKindOf(caller));
    const decision = decide(scope, (await this.policies.current(tx)).rules);
    const { winner, invariantViolated } = decision;
    if (winner && invariantViolated) {
      await this.audit.record(tx, policyEvents.invariantViolated(actorOf(caller), winner, scope));
    }
    return decision;
  }
}
