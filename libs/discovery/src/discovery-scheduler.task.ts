import { Injectable } from '@nestjs/common';
import type { DiscoverTarget } from '#libs/config';
import { componentLogger } from '#libs/logging';
import { DiscoverySchedule } from './discovery-schedule.js';

const DEPRECATED = 'SVC_DISCOVER_TARGETS_JSON is deprecated: make a provider connection of each entry';
const IGNORED =
  'SVC_DISCOVER_TARGETS_JSON is deprecated and ignored, since provider connections are discovered';

/** Starts due discovery runs. */
@Injectable()
export class DiscoverySchedulerTask {
  private readonly logger = componentLogger(DiscoverySchedulerTask.name);

  constructor(private readonly schedule: DiscoverySchedule) {}

  /**
   * Returns how many runs were started.
   *
   * @param targets the entries of SVC_DISCOVER_TARGETS_JSON, or null when it is not set
   */
  async run(targets: readonly DiscoverTarget[] | null): Promise<number> {
    const started = await this.schedule.startDueConnections();
    return started + (targets === null ? 0 : await this.runDeprecated(targets));
  }

  lateness(): Promise<number> {
    return this.schedule.lateness();
  }

  /** Uses them only if no connection is scheduled, and always with a warning (specification, "Versioning"). */
  private async runDeprecated(targets: readonly DiscoverTarget[]): Promise<number> {
    const ignored = await this.schedule.hasConnections();
    this.logger.warn({ warning: ignored ? IGNORED : DEPRECATED }, 'configuration');
    return ignored ? 0 : this.schedule.startDueTargets(targets);
  }
}
