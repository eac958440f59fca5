import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { type GoverningRule, GoverningRuleService, lacksJustification } from '#libs/policies';
import type { ConnectionForRequest } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import type { EnvironmentKind } from '#libs/policy-engine';
import { requestErrors } from '#libs/requests';
import { type EnvironmentPlace, Places } from '#libs/tenancy';
import type { CrossTeamTarget } from './cross-team-target.js';
import { crossTeamErrors } from './cross-team.errors.js';
import { Destinations } from './destinations.js';
import { type SourceProject, SourceProjects } from './source-projects.js';

/** The facts about an allowed submission. */
export interface CrossTeamContext {
  readonly source: SourceProject;
  readonly connection: ConnectionForRequest;
  readonly rule: GoverningRule;
  readonly environmentKind: EnvironmentKind;
}

/** Checks whether a cross-team request may be submitted, in the order of D37, and finds its rule. */
@Injectable()
export class CrossTeamGate {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly sources: SourceProjects,
    private readonly destinations: Destinations,
    private readonly rules: GoverningRuleService,
  ) {}

  /**
   * Checks a submission. The rule is that of the source project and its secret in the target environment (D40).
   *
   * @throws DomainError project_not_found, out_of_scope_project, cross_team_keys_empty, cross_team_invalid_target,
   *   cross_team_destination_unbound, source_project_ambiguous, project_archived, connection_disabled,
   *   no_matching_policy, workflow_disabled, prod_needs_approval, cross_team_min_approvers_unsupported, justification_required
   */
  async pass(caller: Caller, place: CrossTeamTarget): Promise<CrossTeamContext> {
    const named = await this.sources.named(caller, place.sourceProjectId);
    if (place.keys.length === 0) throw crossTeamErrors.keysEmpty();
    const target = await this.target(place);
    const source = named ?? (await this.sources.fitting(caller, place.connectionId));
    const connection = await this.destinations.connection(source, place);
    const environmentKind = await this.destinations.kind(source, place, target);
    const rule = await this.rules.resolve(caller, {
      project: source,
      environment: { ...target, kind: environmentKind },
      connection,
      secretRef: place.secretRef,
      operation: 'patch',
      type: 'cross_team',
    });
    assertWorkflow(rule, place.justification);
    return { source, connection, rule, environmentKind };
  }

  /** Checks that environment, project and team belong together and are active (D36). */
  private async target(place: CrossTeamTarget): Promise<EnvironmentPlace> {
    const db = this.database;
    const team = await this.places.team(db, place.targetTeamId);
    const environment = await this.places.environment(db, place.targetEnvironmentId);
    const resolves =
      team?.status === 'active' &&
      environment?.projectId === place.targetProjectId &&
      environment.projectStatus === 'active' &&
      environment.teamIds[0] === team.teamId;
    if (!resolves) throw crossTeamErrors.invalidTarget();
    return environment;
  }
}

function assertWorkflow({ workflow }: GoverningRule, justification: string | null): void {
  if (workflow.minApprovers > 1) throw crossTeamErrors.minApproversUnsupported();
  if (lacksJustification(workflow, justification)) throw requestErrors.justificationRequired();
}
