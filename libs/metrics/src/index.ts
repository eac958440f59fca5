export { Metrics, type Sample } from './metrics.js';
export { MetricsModule } from './metrics.module.js';
