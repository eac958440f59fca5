export { MetricsController } from './metrics.controller.js';
export { observedGauge } from './observed-gauge.js';
export { METRICS_TYPE, renderMetrics } from './render-metrics.js';
