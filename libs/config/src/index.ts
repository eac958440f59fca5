export { type ApiConfig, type KmsConfig, parseApiConfig } from './api-config.js';
export { parseWorkerConfig, type WorkerConfig, type WorkerIntervals } from './worker-config.js';
export { SecurityProfile, SecurityProfileModule } from './security-profile.js';
export { ConfigError } from './config.errors.js';
export { type CacheAddress, parseCacheAddress } from './parse-cache-address.js';
export type { TrustProxy } from './parse-trust-proxy.js';
export type { DiscoverTarget } from './parse-discover-targets.js';
export type { ListenAddress } from './parse-listen-address.js';
