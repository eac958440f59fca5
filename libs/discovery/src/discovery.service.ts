import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { currentCorrelationId, type DomainError, newId } from '#libs/core';
import { actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import type { StartedJob } from '#libs/jobs';
import { ConnectionReadModel, providerErrors } from '#libs/providers';
import { DiscoveryStarter } from './discovery-starter.js';

/** Starts discovery on demand, for discover-now and POST /jobs. */
@Injectable()
export class DiscoveryService {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionReadModel,
    private readonly starter: DiscoveryStarter,
  ) {}

  /**
   * Starts a run regardless of the schedule.
   *
   * @throws DomainError connection_not_found, connection_disabled, discover_requires_cluster,
   *   discovery_already_running
   */
  async startNow(caller: Caller, connectionId: string): Promise<StartedJob> {
    const correlationId = currentCorrelationId() ?? newId();
    const run = { kind: 'connection', id: connectionId, when: 'now' } as const;
    return this.database.transaction(async (tx) => {
      const jobId = await this.starter.start(tx, { ...run, actor: actorOf(caller), correlationId });
      if (jobId === null) throw await this.refusal(tx, connectionId);
      return { jobId, correlationId, agentsAlive: await this.connections.agentsAlive(tx, connectionId) };
    });
  }

  /** Returns why the run could not be started. If the active run has just ended, it is still reported as running. */
  private async refusal(tx: Tx, connectionId: string): Promise<DomainError> {
    const connection = await this.connections.find(tx, connectionId);
    if (!connection) return providerErrors.connectionNotFound();
    if (connection.status === 'disabled') return providerErrors.connectionDisabled();
    if (connection.cluster_name === null) return providerErrors.discoverRequiresCluster();
    return providerErrors.discoveryAlreadyRunning();
  }
}
