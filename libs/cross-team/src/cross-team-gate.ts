import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { PolicyScope } from '#libs/policy-engine';
import type { Resolution } from '#libs/policies';
import type { ConnectionForRequest } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { requestErrors, SubmitPolicy } from '#libs/requests';
import { type EnvironmentPlace, Places } from '#libs/tenancy';
import type { CrossTeamPlace } from './cross-team-place.js';
import { crossTeamErrors } from './cross-team.errors.js';
import { Destinations } from './destinations.js';
import { type SourceProject, SourceProjects } from './source-projects.js';

/** What a submit stands on once it has passed the gate. */
export interface CrossTeamGround {
  readonly source: SourceProject;
  readonly connection: ConnectionForRequest;
  readonly resolution: Resolution;
  readonly environmentKind: 'non_prod' | 'prod';
}

/** Decides whether a hand-over may be asked for, in the order of D37, and by which rule. */
@Injectable()
export class CrossTeamGate {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly sources: SourceProjects,
    private readonly destinations: Destinations,
    private readonly policies: SubmitPolicy,
  ) {}

  /**
   * @throws DomainError project_not_found, out_of_scope_project, cross_team_keys_empty, cross_team_invalid_target,
   *   cross_team_destination_unbound, source_project_ambiguous, project_archived, connection_disabled,
   *   no_matching_policy, workflow_disabled, prod_needs_approval, cross_team_min_approvers_unsupported, justification_required
   */
  async pass(caller: Caller, place: CrossTeamPlace): Promise<CrossTeamGround> {
    const named = await this.sources.named(caller, place.sourceProjectId);
    if (place.keys.length === 0) throw crossTeamErrors.keysEmpty();
    const target = await this.target(place);
    const source = named ?? (await this.sources.fitting(caller, place.connectionId));
    const connection = await this.destinations.connection(source, place);
    const environmentKind = await this.destinations.kind(source, place, target);
    const scope = scopeOf(source, target, connection, { ...place, environmentKind });
    const resolution = await this.policies.resolve(caller, scope);
    assertWorkflow(resolution, place.justification);
    return { source, connection, resolution, environmentKind };
  }

  /** Environment, project and team belong together and are active (D36). */
  private async target(place: CrossTeamPlace): Promise<EnvironmentPlace> {
    const { manager } = this.database;
    const team = await this.places.team(manager, place.targetTeamId);
    const environment = await this.places.environment(manager, place.targetEnvironmentId);
    const resolves =
      team?.status === 'active' &&
      environment?.projectId === place.targetProjectId &&
      environment.projectStatus === 'active' &&
      environment.teamIds[0] === team.teamId;
    if (!resolves) throw crossTeamErrors.invalidTarget();
    return environment;
  }
}

function assertWorkflow({ workflow }: Resolution, justification: string | null): void {
  if (workflow.minApprovers > 1) throw crossTeamErrors.minApproversUnsupported();
  if (workflow.requireJustification && (justification ?? '').trim() === '')
    throw requestErrors.justificationRequired();
}

/** Project and secret of the source, environment of the target (D40). */
function scopeOf(
  source: SourceProject,
  target: EnvironmentPlace,
  connection: ConnectionForRequest,
  { secretRef, environmentKind }: { secretRef: string; environmentKind: 'non_prod' | 'prod' },
): PolicyScope {
  return {
    projectId: source.projectId,
    teamIds: source.teamIds,
    environment: target.name,
    environmentId: target.environmentId,
    environmentKind,
    providerType: connection.type,
    secretRef,
    operation: 'patch',
    type: 'cross_team',
  };
}
