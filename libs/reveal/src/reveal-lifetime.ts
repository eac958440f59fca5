import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import type { PolicyScope } from '#libs/policy-engine';
import { policyInvariantEvent, PolicyResolver } from '#libs/policies';
import { ConnectionReadModel, DestinationReadModel } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import type { AccessRequest } from '#libs/requests';
import { Places } from '#libs/tenancy';

/** How long a request's values may be looked at: the matching rule says (D34). */
@Injectable()
export class RevealLifetime {
  constructor(
    private readonly places: Places,
    private readonly connections: ConnectionReadModel,
    private readonly destinations: DestinationReadModel,
    private readonly policies: PolicyResolver,
    private readonly audit: Audit,
  ) {}

  /** 10 to 300 seconds; 60 where no rule matches. A broken invariant is recorded with it (D75). */
  async secondsFor(tx: Tx, caller: Caller, request: AccessRequest): Promise<number> {
    const scope = await this.scopeOf(tx, request);
    const { winner, revealTtlSeconds, invariantViolated } = await this.policies.decide(tx, scope);
    if (winner && invariantViolated) {
      await this.audit.record(tx, policyInvariantEvent(actorOf(caller), { ruleId: winner.id }, scope));
    }
    return revealTtlSeconds;
  }

  private async scopeOf(tx: Tx, request: AccessRequest): Promise<PolicyScope> {
    const environment = await this.places.environment(tx, request.environment_id);
    const connection = await this.connections.byId(tx, request.provider_connection_id);
    return {
      projectId: request.project_id,
      teamIds: request.team_ids,
      environment: environment?.name ?? null,
      environmentId: request.environment_id,
      environmentKind: (await this.isProdDestination(tx, request)) ? 'prod' : (environment?.kind ?? null),
      providerType: connection?.type ?? null,
      secretRef: request.secret_ref,
      operation: 'reveal',
      type: request.type,
    };
  }

  /** A handed-over value is as prod as the place where it lands (D40). */
  private async isProdDestination(tx: Tx, request: AccessRequest): Promise<boolean> {
    if (request.type !== 'cross_team') return false;
    const { provider_connection_id: connectionId, project_id: projectId, secret_ref: secretRef } = request;
    return this.destinations.isProd(tx, { connectionId, projectId, secretRef });
  }
}
