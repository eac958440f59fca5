export type { PageCounts } from './discovery-pages.store.js';
export { DiscoveryCoreModule, DiscoveryModule } from './discovery.module.js';
export { DiscoveryReports } from './discovery-reports.js';
export { DiscoverySchedulerTask } from './discovery-scheduler.task.js';
export { DiscoveryService } from './discovery.service.js';
export { StaleDiscoveries } from './stale-discoveries.js';
export { type DiscoveredSecret, readDiscoveredPage } from './domain/discovered-secret.js';
