import { Injectable } from '@nestjs/common';
import type { AgentPrincipal } from '#libs/agents';
import { Database } from '#libs/database';
import type { ObservedApplication } from './domain/observed-application.js';
import { EndpointStore } from './endpoints.store.js';
import { gitopsErrors } from './gitops.errors.js';
import { ObservationStore } from './observations.store.js';

/** Takes what an agent near Argo CD sees (D56). Not audited, like its heartbeats (D82). */
@Injectable()
export class ObservationService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointStore,
    private readonly observations: ObservationStore,
  ) {}

  /**
   * Records a report; the same one twice changes nothing the second time.
   *
   * @throws DomainError argocd_endpoint_not_found, also for one of another cluster; argocd_endpoint_disabled
   */
  async record(
    agent: Pick<AgentPrincipal, 'clusterName'>,
    endpointId: string,
    applications: readonly ObservedApplication[],
  ): Promise<{ recorded: number }> {
    return this.database.transaction(async (tx) => {
      const endpoint = await this.endpoints.reported(tx, endpointId, agent.clusterName);
      if (!endpoint) throw gitopsErrors.endpointNotFound();
      if (!endpoint.enabled) throw gitopsErrors.endpointDisabled();
      return this.observations.record(tx, endpointId, applications);
    });
  }
}
