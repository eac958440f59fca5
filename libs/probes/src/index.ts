export { onStopSignal } from './on-stop-signal.js';
export { type ProbeServer, startProbeServer } from './probe-server.js';
export { Readiness, type ReadinessCheck, type ReadinessReport } from './readiness.js';
export { runProcess } from './run-process.js';
