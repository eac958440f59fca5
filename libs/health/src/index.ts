export { listenOn } from './listen-on.js';
export { onStopSignal } from './on-stop-signal.js';
export { startMetricsServer, startProbeServer } from './probe-server.js';
export { Readiness, type ReadinessReport } from './readiness.js';
export { runProcess } from './run-process.js';
