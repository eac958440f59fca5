import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { GoverningRuleService, type RuleTarget } from '#libs/policies';
import { ConnectionReadModel, DestinationReadModel } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import type { AccessRequest } from '#libs/requests';
import { Places } from '#libs/tenancy';

/** Determines for how long a request's values may be shown, by its governing rule (D34). */
@Injectable()
export class RevealLifetime {
  constructor(
    private readonly places: Places,
    private readonly connections: ConnectionReadModel,
    private readonly destinations: DestinationReadModel,
    private readonly rules: GoverningRuleService,
  ) {}

  /** Returns 10 to 300 seconds; 60 where no rule matches. Records a violated invariant (D75). */
  async secondsFor(tx: Tx, caller: Caller, request: AccessRequest): Promise<number> {
    const [environment, connection] = await Promise.all([
      this.environmentOf(tx, request),
      this.connections.find(tx, request.provider_connection_id),
    ]);
    const decision = await this.rules.decide(tx, caller, {
      project: { projectId: request.project_id, teamIds: request.team_ids },
      environment,
      connection,
      secretRef: request.secret_ref,
      operation: 'reveal',
      type: request.type,
    });
    return decision.revealTtlSeconds;
  }

  private async environmentOf(tx: Tx, request: AccessRequest): Promise<RuleTarget['environment']> {
    const environment = await this.places.environment(tx, request.environment_id);
    const isProd = await this.isProdDestination(tx, request);
    return {
      environmentId: request.environment_id,
      name: environment?.name ?? null,
      kind: isProd ? 'prod' : (environment?.kind ?? null),
    };
  }

  /** A cross-team value counts as prod if its destination does (D40). */
  private async isProdDestination(tx: Tx, request: AccessRequest): Promise<boolean> {
    if (request.type !== 'cross_team') return false;
    const { provider_connection_id: connectionId, project_id: projectId, secret_ref: secretRef } = request;
    return this.destinations.isProd(tx, { connectionId, projectId, secretRef });
  }
}
