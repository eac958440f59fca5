import { Injectable } from '@nestjs/common';
import { type Caller, holdsAt, holdsGlobally } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { type Candidate, decide, explain, type PolicyScope } from '#libs/policy-engine';
import { type EnvironmentPlace, Places, type ProjectPlace, tenancyErrors } from '#libs/tenancy';
import { CompiledPolicies } from './compiled-policies.js';
import { scopeOf } from './domain/rule-target.js';
import { policyErrors } from './policies.errors.js';
import { RuleReadModel, viewFrom, type RuleView, fullView } from './rules.read-model.js';

export interface SimulatedScope {
  readonly projectId: string | null;
  /** Gives the scope its environment's name and kind. */
  readonly environmentId: string | null;
  readonly providerType: string | null;
  readonly secretRef: string | null;
  readonly operation: PolicyScope['operation'];
  readonly type: PolicyScope['type'];
  readonly principalKind: PolicyScope['principalKind'];
}

export interface Simulation {
  readonly winner: RuleView | null;
  readonly workflow: { readonly id: string; readonly name: string } | null;
  readonly directRevealAllowed: boolean;
  readonly requiresMfa: boolean;
  readonly revealTtlSeconds: number;
  readonly candidates: readonly Candidate[];
}

/** Simulates decisions: which rule would govern a request, and why. Changes and audits nothing (D43). */
@Injectable()
export class SimulationService {
  constructor(
    private readonly database: Database,
    private readonly policies: CompiledPolicies,
    private readonly places: Places,
    private readonly rules: RuleReadModel,
  ) {}

  /**
   * Simulates a decision: for holders of policy.edit any, for authors those in projects they cover.
   *
   * @throws DomainError project_not_found, environment_not_found, policy_environment_not_in_project, out_of_scope_policy
   */
  async simulate(caller: Caller, input: SimulatedScope): Promise<Simulation> {
    return this.database.transaction(async (tx) => {
      // One snapshot: the rules that decide and the row that is shown are of the same moment.
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const scope = await this.scopeOf(tx, caller, input);
      const { rules, workflows } = await this.policies.current(tx);
      const { winner, directRevealAllowed, requiresMfa, revealTtlSeconds } = decide(scope, rules);
      const workflow = winner && workflows.get(winner.workflowId);
      return {
        winner: winner && (await this.viewOf(tx, caller, scope, winner.id)),
        workflow: workflow ? { id: workflow.id, name: workflow.name } : null,
        directRevealAllowed,
        requiresMfa,
        revealTtlSeconds,
        candidates: explain(scope, rules),
      };
    });
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

function editsPolicies(caller: Caller): boolean {
  return holdsGlobally(caller.grants, 'policy.edit');
}

function assertMaySimulate(caller: Caller, project: ProjectPlace | null): void {
  if (editsPolicies(caller)) return;
  const place = project ?? { projectId: null, teamIds: [] };
  if (!holdsAt(caller.grants, 'policy.author', place)) throw policyErrors.outOfScopePolicy();
}
