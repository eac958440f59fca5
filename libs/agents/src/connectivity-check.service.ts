import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '#libs/database';
import { currentCorrelationId, newId } from '#libs/core';
import { JobKinds, JobQueue, type StartedJob } from '#libs/jobs';
import { ConnectionReadModel, providerErrors } from '#libs/providers';
import { actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';

/** Queues a job in which an agent checks that it can reach the connection's store. The job's status is the result. */
@Injectable()
export class ConnectivityCheckService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionReadModel,
    private readonly queue: JobQueue,
    private readonly kinds: JobKinds,
  ) {}

  onModuleInit(): void {
    this.kinds.register('connectivity_check', {});
  }

  /** @throws DomainError connection_not_found, connection_disabled */
  async start(caller: Caller, connectionId: string): Promise<StartedJob> {
    const correlationId = currentCorrelationId() ?? newId();
    const connection = await this.connections.find(this.database, connectionId);
    if (!connection) throw providerErrors.connectionNotFound();
    if (connection.status === 'disabled') throw providerErrors.connectionDisabled();
    const jobId = await this.queue.enqueueAlone({
      kind: 'connectivity_check',
      requestId: null,
      connectionId,
      clusterName: connection.cluster_name,
      secretRef: null,
      keys: [],
      valueTtlSeconds: null,
      correlationId,
      actor: actorOf(caller),
    });
    return { jobId, correlationId, agentsAlive: connection.agents_alive };
  }
}
