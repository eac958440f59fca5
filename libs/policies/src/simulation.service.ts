import { Injectable } from '@nestjs/common';
import { withinField } from '#libs/core';
import { type Caller, holdsAt, holdsGlobally } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import {
  type Candidate,
  decide,
  type Decision,
  decisionOf,
  explain,
  type PolicyScope,
} from '#libs/policy-engine';
import { type EnvironmentPlace, Places, type ProjectPlace, tenancyErrors } from '#libs/tenancy';
import { CompiledPolicies } from './compiled-policies.js';
import { scopeOf } from './domain/rule-target.js';
import { policyErrors } from './policies.errors.js';
import type { LoadedPolicies } from './policy-load.js';
import { type RuleDraft, RuleDrafts } from './rule-drafts.js';
import { RuleReadModel, viewFrom, type RuleView, fullView } from './rules.read-model.js';

export interface SimulatedScope {
  readonly projectId: string | null;
  /** Its name and kind become part of the scope. */
  readonly environmentId: string | null;
  readonly providerType: string | null;
  readonly secretRef: string | null;
  readonly operation: PolicyScope['operation'];
  readonly type: PolicyScope['type'];
  readonly principalKind: PolicyScope['principalKind'];
}

/** The decision for a scope, with the rules that were considered. */
export interface SimulatedDecision {
  readonly workflow: { readonly id: string; readonly name: string } | null;
  readonly directRevealAllowed: boolean;
  readonly requiresMfa: boolean;
  readonly revealTtlSeconds: number;
  readonly candidates: readonly Candidate[];
}

export interface Simulation extends SimulatedDecision {
  readonly winner: RuleView | null;
  /** The decision if the draft were stored, and the draft's id among the candidates. */
  readonly withDraft?: SimulatedDecision & { readonly ruleId: string };
}

/** Simulates decisions: which rule would govern a request, and why. Changes and audits nothing (D43). */
@Injectable()
export class SimulationService {
  constructor(
    private readonly database: Database,
    private readonly policies: CompiledPolicies,
    private readonly places: Places,
    private readonly rules: RuleReadModel,
    private readonly drafts: RuleDrafts,
  ) {}

  /**
   * Simulates a decision. Holders of policy.edit may simulate any, authors only those in projects that they cover.
   *
   * @param draft an unsaved rule that the caller may create, for the decision with it
   * @throws DomainError project_not_found, environment_not_found, policy_environment_not_in_project,
   *   out_of_scope_policy, and the errors of RuleDrafts
   */
  async simulate(caller: Caller, input: SimulatedScope, draft?: RuleDraft): Promise<Simulation> {
    return this.database.transaction(async (tx) => {
      // One snapshot: the rules that decide and the row that is shown are of the same moment.
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const scope = await this.scopeOf(tx, caller, input);
      const policies = await this.policies.current(tx);
      const decision = decide(scope, policies.rules);
      return {
        winner: decision.winner && (await this.viewOf(tx, caller, scope, decision.winner.id)),
        ...decisionWith(policies, decision, explain(scope, policies.rules)),
        ...(draft && { withDraft: await this.withDraft(tx, caller, scope, policies, draft) }),
      };
    });
  }

  private async withDraft(
    tx: Tx,
    caller: Caller,
    scope: PolicyScope,
    policies: LoadedPolicies,
    draft: RuleDraft,
  ): Promise<SimulatedDecision & { readonly ruleId: string }> {
    const rule = await this.drafts.read(tx, caller, draft, policies.rules).catch((error: unknown) => {
      throw withinField('draft', error);
    });
    const candidates = explain(scope, policies.rules, rule);
    const decision = decisionOf(candidates, scope, policies.rules);
    return { ruleId: rule.id, ...decisionWith(policies, decision, candidates) };
  }

  private async scopeOf(tx: Tx, caller: Caller, input: SimulatedScope): Promise<PolicyScope> {
    const project = input.projectId === null ? null : await this.project(tx, input.projectId);
    assertMaySimulate(caller, project);
    const environment = input.environmentId === null ? null : await this.environment(tx, input.environmentId);
    if (project && environment && environment.projectId !== project.projectId) {
      throw policyErrors.environmentNotInProject();
    }
    const { providerType, secretRef, operation, type, principalKind } = input;
    const connection = providerType === null ? null : { type: providerType };
    return scopeOf({ project, environment, connection, secretRef, operation, type }, principalKind);
  }

  private async project(tx: Tx, id: string): Promise<ProjectPlace> {
    const project = await this.places.project(tx, id);
    if (!project) throw tenancyErrors.projectNotFound();
    return project;
  }

  private async environment(tx: Tx, id: string): Promise<EnvironmentPlace> {
    const environment = await this.places.environment(tx, id);
    if (!environment) throw tenancyErrors.environmentNotFound();
    return environment;
  }

  private async viewOf(tx: Tx, caller: Caller, scope: PolicyScope, id: string): Promise<RuleView | null> {
    const row = await this.rules.find(tx, id);
    if (!row) return null;
    if (editsPolicies(caller)) return fullView(row);
    return viewFrom({ kind: 'project', projectId: scope.projectId ?? 'none' }, row);
  }
}

function decisionWith(
  { workflows }: LoadedPolicies,
  { winner, directRevealAllowed, requiresMfa, revealTtlSeconds }: Decision,
  candidates: readonly Candidate[],
): SimulatedDecision {
  const workflow = winner && workflows.get(winner.workflowId);
  return {
    workflow: workflow ? { id: workflow.id, name: workflow.name } : null,
    ...{ directRevealAllowed, requiresMfa, revealTtlSeconds, candidates },
  };
}

function editsPolicies(caller: Caller): boolean {
  return holdsGlobally(caller.grants, 'policy.edit');
}

function assertMaySimulate(caller: Caller, project: ProjectPlace | null): void {
  if (editsPolicies(caller)) return;
  const place = project ?? { projectId: null, teamIds: [] };
  if (!holdsAt(caller.grants, 'policy.author', place)) throw policyErrors.outOfScopePolicy();
}
