export { HealthController } from './health.controller.js';
export { HealthModule } from './health.module.js';
export { listenOn } from './listen-on.js';
export { onStopSignal } from './on-stop-signal.js';
export { storeChecks } from './readiness-check.js';
export { Readiness, type ReadinessReport } from './readiness.js';
export { runProcess } from './run-process.js';
