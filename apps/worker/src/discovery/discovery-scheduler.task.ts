import { Inject, Injectable } from '@nestjs/common';
import type { DiscoverTarget } from '#libs/config';
import type { Logger } from '#libs/logging';
import { DiscoverySchedule } from '#libs/providers';
import type { Task } from '#libs/scheduler';
import { DISCOVERY_TARGETS, WORKER_LOGGER } from './discovery-tokens.js';

const DEPRECATED = 'SVC_DISCOVER_TARGETS_JSON is deprecated: make a provider connection of each entry';
const IGNORED =
  'SVC_DISCOVER_TARGETS_JSON is deprecated and ignored, since provider connections are discovered';

/** Starts the discovery runs that are due. */
@Injectable()
export class DiscoverySchedulerTask implements Task {
  readonly name = 'discovery_scheduler';

  constructor(
    private readonly schedule: DiscoverySchedule,
    @Inject(DISCOVERY_TARGETS) private readonly targets: readonly DiscoverTarget[] | null,
    @Inject(WORKER_LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async run(): Promise<number> {
    const started = await this.schedule.startDueConnections();
    return started + (this.targets === null ? 0 : await this.runDeprecated(this.targets));
  }

  lateness(): Promise<number> {
    return this.schedule.lateness();
  }

  /** Only where no connection is discovered, and never without a warning (specification, "Versioning"). */
  private async runDeprecated(targets: readonly DiscoverTarget[]): Promise<number> {
    const ignored = await this.schedule.hasConnections();
    this.logger.warn({ task: this.name, warning: ignored ? IGNORED : DEPRECATED }, 'configuration');
    return ignored ? 0 : this.schedule.startDueTargets(targets);
  }
}
