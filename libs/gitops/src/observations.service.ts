import { Injectable } from '@nestjs/common';
import type { AgentPrincipal } from '#libs/agents';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { ObservedApplication } from './domain/observed-application.js';
import { EndpointStore } from './endpoints.store.js';
import { gitopsErrors } from './gitops.errors.js';
import { gitopsEvents } from './gitops.events.js';
import { ObservationStore } from './observations.store.js';

/** Records agents' observations of Argo CD (D56). Audited once per application and change (D104), not per report. */
@Injectable()
export class ObservationService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointStore,
    private readonly observations: ObservationStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Records a report. Recording it again changes nothing.
   *
   * @throws DomainError argocd_endpoint_not_found, also for one of another cluster; argocd_endpoint_disabled
   */
  async record(
    agent: Pick<AgentPrincipal, 'agentId' | 'clusterName'>,
    endpointId: string,
    applications: readonly ObservedApplication[],
  ): Promise<{ recorded: number }> {
    return this.database.transaction(async (tx) => {
      const endpoint = await this.endpoints.recordReport(tx, endpointId, agent.clusterName);
      if (!endpoint) throw gitopsErrors.endpointNotFound();
      if (!endpoint.enabled) throw gitopsErrors.endpointDisabled();
      const { recorded, changes } = await this.observations.record(tx, endpointId, applications);
      const observed = changes.map((change) => gitopsEvents.observed(agent.agentId, endpointId, change));
      await this.audit.record(tx, ...observed);
      return { recorded };
    });
  }
}
