/** The entries of SVC_DISCOVER_TARGETS_JSON, or null. */
export const DISCOVERY_TARGETS = Symbol('discovery-targets');

/** The worker's logger. */
export const WORKER_LOGGER = Symbol('worker-logger');
