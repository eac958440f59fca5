export { CacheModule } from './cache.module.js';
export { CacheUnavailableError } from './cache.errors.js';
export { Cache, type Lock } from './cache.js';
export { createCache } from './create-cache.js';
export { RateLimiter, type RateLimitDecision } from './rate-limiter.js';
