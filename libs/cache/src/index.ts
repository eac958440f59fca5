export { CacheModule } from './cache.module.js';
export { CacheUnavailableError } from './cache.errors.js';
export { Cache, type Counter } from './cache.js';
export { CacheThrottlerStorage } from './throttler-storage.js';
