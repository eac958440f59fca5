import { type DynamicModule, Module } from '@nestjs/common';
import type { DiscoverTarget } from '#libs/config';
import type { Logger } from '#libs/logging';
import { DiscoveryModule } from '#libs/providers';
import { DiscoverySchedulerTask } from './discovery-scheduler.task.js';
import { DiscoveryStaleTask } from './discovery-stale.task.js';
import { DISCOVERY_TARGETS, WORKER_LOGGER } from './discovery-tokens.js';

/** What the worker does for discovery. */
@Module({})
export class DiscoveryTasksModule {
  /** @param targets the entries of SVC_DISCOVER_TARGETS_JSON, or null when it is not set */
  static forTargets(targets: readonly DiscoverTarget[] | null, logger: Logger): DynamicModule {
    return {
      module: DiscoveryTasksModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: DISCOVERY_TARGETS, useValue: targets },
        { provide: WORKER_LOGGER, useValue: logger },
        DiscoverySchedulerTask,
        DiscoveryStaleTask,
      ],
    };
  }
}
