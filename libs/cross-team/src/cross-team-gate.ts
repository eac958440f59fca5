import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { type GoverningRule, GoverningRuleService, lacksJustification } from '#libs/policies';
import {
  type ConnectionForRequest,
  ConnectionReadModel,
  DestinationReadModel,
  providerErrors,
} from '#libs/providers';
import type { Caller } from '#libs/permissions';
import type { EnvironmentKind } from '#libs/policy-engine';
import { requestErrors } from '#libs/requests';
import { type EnvironmentPlace, Places, tenancyErrors } from '#libs/tenancy';
import { crossTeamErrors } from './cross-team.errors.js';
import { type SourceProject, SourceProjects } from './source-projects.js';

/** The input of a submission. */
export interface CrossTeamTarget {
  readonly targetTeamId: string;
  readonly targetProjectId: string;
  readonly targetEnvironmentId: string;
  readonly connectionId: string;
  readonly secretRef: string;
  readonly keys: readonly string[];
  /** Null to find the matching project (D36). */
  readonly sourceProjectId: string | null;
  readonly justification: string | null;
}

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
    private readonly connections: ConnectionReadModel,
    private readonly destinations: DestinationReadModel,
    private readonly rules: GoverningRuleService,
  ) {}

  /**
   * Checks a submission. The rule is that of the source project and its secret in the target environment (D40).
   *
   * @throws DomainError project_not_found, out_of_scope_project, cross_team_keys_empty, cross_team_invalid_target,
   *   cross_team_destination_unbound, source_project_ambiguous, project_archived, connection_disabled,
   *   no_matching_policy, workflow_disabled, prod_needs_approval, cross_team_min_approvers_unsupported, justification_required
   */
  async pass(caller: Caller, target: CrossTeamTarget): Promise<CrossTeamContext> {
    const named = await this.sources.named(caller, target.sourceProjectId);
    if (target.keys.length === 0) throw crossTeamErrors.keysEmpty();
    const environment = await this.environment(target);
    const source = named ?? (await this.sources.fitting(caller, target.connectionId));
    const connection = await this.connection(source, target);
    const environmentKind = await this.kind(source, target, environment);
    const rule = await this.rules.resolve(caller, {
      project: source,
      environment: { ...environment, kind: environmentKind },
      connection,
      secretRef: target.secretRef,
      operation: 'patch',
      type: 'cross_team',
    });
    assertWorkflow(rule, target.justification);
    return { source, connection, rule, environmentKind };
  }

  /** Checks that environment, project and team belong together and are active (D36). */
  private async environment(target: CrossTeamTarget): Promise<EnvironmentPlace> {
    const db = this.database;
    const team = await this.places.team(db, target.targetTeamId);
    const environment = await this.places.environment(db, target.targetEnvironmentId);
    const resolves =
      team?.status === 'active' &&
      environment?.projectId === target.targetProjectId &&
      environment.projectStatus === 'active' &&
      environment.teamIds[0] === team.teamId;
    if (!resolves) throw crossTeamErrors.invalidTarget();
    return environment;
  }

  private async connection(source: SourceProject, target: CrossTeamTarget): Promise<ConnectionForRequest> {
    const { connectionId, targetEnvironmentId: environmentId, secretRef } = target;
    const destination = { connectionId, projectId: source.projectId, environmentId, secretRef };
    const connection = await this.connections.forRequest(this.database, destination);
    if (!connection?.boundToProject) throw crossTeamErrors.destinationUnbound();
    if (source.status === 'archived') throw tenancyErrors.projectArchived();
    if (connection.status === 'disabled') throw providerErrors.connectionDisabled();
    return connection;
  }

  /** Returns prod if the target environment is prod, or the destination counts as prod (D40). */
  private async kind(
    { projectId }: SourceProject,
    { connectionId, secretRef }: CrossTeamTarget,
    environment: EnvironmentPlace,
  ): Promise<EnvironmentKind> {
    if (environment.kind === 'prod') return 'prod';
    const isProd = await this.destinations.isProd(this.database, { connectionId, projectId, secretRef });
    return isProd ? 'prod' : 'non_prod';
  }
}

function assertWorkflow({ workflow }: GoverningRule, justification: string | null): void {
  if (workflow.minApprovers > 1) throw crossTeamErrors.minApproversUnsupported();
  if (lacksJustification(workflow, justification)) throw requestErrors.justificationRequired();
}
