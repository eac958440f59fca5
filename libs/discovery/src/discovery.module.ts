import { Module } from '@nestjs/common';
import { ConnectionsModule } from '#libs/providers';
import { DiscoveryFinisher } from './discovery-finisher.js';
import { DiscoveryJobHooks } from './discovery-job-hooks.js';
import { DiscoveryPageStore } from './discovery-pages.store.js';
import { DiscoveryReports } from './discovery-reports.js';
import { DiscoveryRunStore } from './discovery-runs.store.js';
import { DiscoverySchedulerTask } from './discovery-scheduler.task.js';
import { DiscoveryService } from './discovery.service.js';
import { DiscoveryStarter } from './discovery-starter.js';
import { DiscoveryTargetStore } from './discovery-targets.store.js';
import { StaleDiscoveries } from './stale-discoveries.js';

const EXPORTED = [
  DiscoveryService,
  DiscoverySchedulerTask,
  StaleDiscoveries,
  DiscoveryRunStore,
  DiscoveryPageStore,
];

/** Schedules, starts and ends discovery runs, for api and worker. Requires the job queue. */
@Module({
  imports: [ConnectionsModule],
  providers: [...EXPORTED, DiscoveryStarter, DiscoveryTargetStore, DiscoveryFinisher, DiscoveryJobHooks],
  exports: EXPORTED,
})
export class DiscoveryCoreModule {}

/** Adds agents' reports, for the api. */
@Module({
  imports: [DiscoveryCoreModule],
  providers: [DiscoveryReports],
  exports: [DiscoveryCoreModule, DiscoveryReports],
})
export class DiscoveryModule {}
