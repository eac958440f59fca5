import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { DiscoverTarget } from '#libs/config';
import { newId } from '#libs/core';
import { Database } from '#libs/database';
import { componentLogger } from '#libs/logging';
import { DiscoveryRunStore } from './discovery-runs.store.js';
import { DiscoveryStarter, type NewRun } from './discovery-starter.js';
import { DiscoveryTargetStore } from './discovery-targets.store.js';

const SCHEDULER: Actor = 'system:discovery_scheduler';

/** Maximum number of runs started per tick; the others follow at the next ticks. */
const MAX_PER_TICK = 50;

const DEPRECATED = 'SVC_DISCOVER_TARGETS_JSON is deprecated: make a provider connection of each entry';
const IGNORED =
  'SVC_DISCOVER_TARGETS_JSON is deprecated and ignored, since provider connections are discovered';

/** Starts due discovery runs. Concurrent schedulers start each run once: the run itself is the lock. */
@Injectable()
export class DiscoverySchedulerTask {
  private readonly logger = componentLogger(DiscoverySchedulerTask.name);

  constructor(
    private readonly database: Database,
    private readonly runs: DiscoveryRunStore,
    private readonly targets: DiscoveryTargetStore,
    private readonly starter: DiscoveryStarter,
  ) {}

  /**
   * Returns how many runs were started.
   *
   * @param targets the entries of SVC_DISCOVER_TARGETS_JSON, or null when it is not set
   */
  async run(targets: readonly DiscoverTarget[] | null): Promise<number> {
    const started = await this.startDueConnections();
    return started + (targets === null ? 0 : await this.runDeprecated(targets));
  }

  /** Returns the seconds for which the oldest due run has been waiting; 0 when none is due. */
  lateness(): Promise<number> {
    return this.runs.lateness('due');
  }

  /** Starts the due runs of active, scheduled connections, and returns how many were started. */
  async startDueConnections(): Promise<number> {
    const ids = await this.runs.dueConnections(MAX_PER_TICK);
    return this.startEach(ids.map((id) => ({ kind: 'connection', id })));
  }

  /** Starts the due runs of deprecated targets, which have no connection, and returns how many were started. */
  async startDueTargets(targets: readonly DiscoverTarget[]): Promise<number> {
    const due: Pick<NewRun, 'kind' | 'id' | 'target'>[] = [];
    for (const target of targets) {
      const { name, type, scope } = target;
      const id = await this.targets.register(target);
      due.push({ kind: 'target', id, target: { name, type, scope } });
    }
    return this.startEach(due);
  }

  /** Uses them only if no connection is scheduled, and always with a warning (specification, "Versioning"). */
  private async runDeprecated(targets: readonly DiscoverTarget[]): Promise<number> {
    const ignored = await this.runs.anyScheduledConnection();
    this.logger.warn({ warning: ignored ? IGNORED : DEPRECATED }, 'configuration');
    return ignored ? 0 : this.startDueTargets(targets);
  }

  private async startEach(due: readonly Pick<NewRun, 'kind' | 'id' | 'target'>[]): Promise<number> {
    let started = 0;
    for (const source of due) {
      const run: NewRun = { ...source, when: 'due', actor: SCHEDULER, correlationId: newId() };
      const jobId = await this.database.transaction((tx) => this.starter.start(tx, run));
      if (jobId !== null) started += 1;
    }
    return started;
  }
}
