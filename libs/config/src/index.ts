export { parseApiConfig, type ApiConfig, type KmsConfig, type OidcConfig } from './api-config.js';
export { parseWorkerConfig, type WorkerConfig, type WorkerIntervals } from './worker-config.js';
export { ConfigError, type ConfigFault } from './config.errors.js';
export type { ListenAddress } from './parse-listen-address.js';
export type { TrustProxy } from './parse-trust-proxy.js';
export type { DiscoverTarget } from './parse-discover-targets.js';
