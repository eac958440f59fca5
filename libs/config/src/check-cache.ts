import type { ConfigFault } from './config.errors.js';
import type { Found } from './read-variables.js';

/** In production limits, locks and challenges must hold across processes, so the cache must be Redis (D19). */
export function checkCache(found: Found<'api'> | Found<'worker'>): readonly ConfigFault[] {
  if (found.SVC_ENV !== 'production' || found.REDIS_URL !== 'memory://') return [];
  return [{ variable: 'REDIS_URL', reason: 'must not be memory:// in production' }];
}
