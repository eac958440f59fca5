import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { decide, type Decision, type PolicyScope } from '#libs/policy-engine';
import { CompiledPolicies } from './compiled-policies.js';
import { policyErrors } from './policies.errors.js';
import type { WorkflowSnapshot } from './workflow-snapshot.js';

/** Which rule governs a request, and what follows from it. */
export interface Resolution {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly workflow: WorkflowSnapshot;
  /** Never true for a prod scope. */
  readonly directRevealAllowed: boolean;
  readonly requiresMfa: boolean;
  /** 10 to 300. */
  readonly revealTtlSeconds: number;
  /** Record policyInvariantEvent where this resolution is used (D75). */
  readonly invariantViolated: boolean;
}

/** Finds the rule that governs a scope, by the rules as they stand in the database at this moment. */
@Injectable()
export class PolicyResolver {
  constructor(private readonly policies: CompiledPolicies) {}

  /**
   * For what needs a workflow: submit and direct reveal. A winner whose workflow is disabled refuses; a weaker
   * rule never steps in for it (D72).
   *
   * @param manager the caller's transaction, or `database.manager`
   * @throws DomainError no_matching_policy, workflow_disabled
   */
  async resolve(manager: EntityManager, scope: PolicyScope): Promise<Resolution> {
    const { rules, workflows } = await this.policies.current(manager);
    const { winner, directRevealAllowed, requiresMfa, revealTtlSeconds, invariantViolated } = decide(
      scope,
      rules,
    );
    const found = winner && workflows.get(winner.workflowId);
    if (!winner || !found) throw policyErrors.noMatchingPolicy();
    const { enabled, ...workflow } = found;
    if (!enabled) throw policyErrors.workflowDisabled();
    const effects = { directRevealAllowed, requiresMfa, revealTtlSeconds, invariantViolated };
    return { ruleId: winner.id, ruleName: winner.name, workflow, ...effects };
  }

  /**
   * For what needs only the rule's own values, such as the lifetime of a reveal session. Without a matching rule
   * `winner` is null and the lifetime 60 s (D34).
   */
  async decide(manager: EntityManager, scope: PolicyScope): Promise<Decision> {
    return decide(scope, (await this.policies.current(manager)).rules);
  }
}
