import type { Cache } from '#libs/cache';
import type { Database } from '#libs/database';

/** One thing that must work before the process takes calls. */
export interface ReadinessCheck {
  /** As the specification names it: store, cache, key_service. */
  readonly name: string;
  /** Resolves when it works. */
  readonly run: () => Promise<unknown>;
  /** Returns the public reason when `run` failed or took too long; never the text of the error. */
  readonly failure: (error: unknown) => string;
}

/** Token of the process's checks. */
export const READINESS_CHECKS = Symbol('readiness-checks');

/** Returns the checks that every process has: its database and its cache. */
export function storeChecks(database: Database, cache: Cache): ReadinessCheck[] {
  return [
    { name: 'store', run: () => database.ping(), failure: () => 'the database does not answer' },
    { name: 'cache', run: () => cache.ping(), failure: () => 'the cache does not answer' },
  ];
}
