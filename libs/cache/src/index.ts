export { CacheModule } from './cache.module.js';
export { CacheUnavailableError } from './cache.errors.js';
export { Cache, type Lock, type Tally } from './cache.js';
export { CacheThrottlerStorage } from './throttler-storage.js';
