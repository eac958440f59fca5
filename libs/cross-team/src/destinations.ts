import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { EnvironmentKind } from '#libs/policy-engine';
import {
  type ConnectionForRequest,
  ConnectionReadModel,
  DestinationReadModel,
  providerErrors,
} from '#libs/providers';
import { type EnvironmentPlace, tenancyErrors } from '#libs/tenancy';
import type { CrossTeamTarget } from './cross-team-target.js';
import { crossTeamErrors } from './cross-team.errors.js';
import type { SourceProject } from './source-projects.js';

/** Checks the destination of a value. */
@Injectable()
export class Destinations {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionReadModel,
    private readonly reads: DestinationReadModel,
  ) {}

  /** @throws DomainError cross_team_destination_unbound, project_archived, connection_disabled */
  async connection(source: SourceProject, place: CrossTeamTarget): Promise<ConnectionForRequest> {
    const { connectionId, targetEnvironmentId: environmentId, secretRef } = place;
    const asked = { connectionId, projectId: source.projectId, environmentId, secretRef };
    const connection = await this.connections.forRequest(this.database, asked);
    if (!connection?.boundToProject) throw crossTeamErrors.destinationUnbound();
    if (source.status === 'archived') throw tenancyErrors.projectArchived();
    if (connection.status === 'disabled') throw providerErrors.connectionDisabled();
    return connection;
  }

  /** Returns prod if the target environment is prod, or the destination counts as prod (D40). */
  async kind(
    source: SourceProject,
    { connectionId, secretRef }: CrossTeamTarget,
    target: EnvironmentPlace,
  ): Promise<EnvironmentKind> {
    if (target.kind === 'prod') return 'prod';
    const destination = { connectionId, projectId: source.projectId, secretRef };
    return (await this.reads.isProd(this.database, destination)) ? 'prod' : 'non_prod';
  }
}
