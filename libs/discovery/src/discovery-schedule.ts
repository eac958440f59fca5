import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { DiscoverTarget } from '#libs/config';
import { Database } from '#libs/database';
import { newId } from '#libs/core';
import { DiscoveryRunStore } from './discovery-runs.store.js';
import { DiscoveryStarter, type RunOrder } from './discovery-starter.js';
import { DiscoveryTargetStore } from './discovery-targets.store.js';

const SCHEDULER: Actor = 'system:discovery_scheduler';

/** Maximum number of runs started per tick; the others follow at the next ticks. */
const MAX_PER_TICK = 50;

/** Starts due runs. Concurrent schedulers start each run once: the run itself is the lock. */
@Injectable()
export class DiscoverySchedule {
  constructor(
    private readonly database: Database,
    private readonly runs: DiscoveryRunStore,
    private readonly targets: DiscoveryTargetStore,
    private readonly starter: DiscoveryStarter,
  ) {}

  /** Starts the due runs of active, scheduled connections, and returns how many were started. */
  async startDueConnections(): Promise<number> {
    const ids = await this.runs.dueConnections(MAX_PER_TICK);
    return this.startEach(ids.map((id) => ({ kind: 'connection', id })));
  }

  /** Returns the seconds for which the oldest due run has been waiting; 0 when none is due. */
  lateness(): Promise<number> {
    return this.runs.lateness('due');
  }

  /** Starts the due runs of deprecated targets, which have no connection. */
  async startDueTargets(targets: readonly DiscoverTarget[]): Promise<number> {
    const orders = [];
    for (const target of targets) {
      const { name, type, scope } = target;
      orders.push({
        kind: 'target',
        id: await this.targets.register(target),
        target: { name, type, scope },
      } as const);
    }
    return this.startEach(orders);
  }

  /** Returns whether any connection is scheduled; if so, the deprecated targets are ignored. */
  async hasConnections(): Promise<boolean> {
    return this.runs.anyScheduledConnection();
  }

  private async startEach(orders: readonly Pick<RunOrder, 'kind' | 'id' | 'target'>[]): Promise<number> {
    let started = 0;
    for (const order of orders) {
      const run: RunOrder = { ...order, when: 'due', actor: SCHEDULER, correlationId: newId() };
      const jobId = await this.database.transaction((tx) => this.starter.start(tx, run));
      if (jobId !== null) started += 1;
    }
    return started;
  }
}
