import type { Cache } from '#libs/cache';
import type { Database } from '#libs/database';

/** A dependency that must work before the process accepts calls. */
export interface ReadinessCheck {
  /** As the specification names it: store, cache, key_service. */
  readonly name: string;
  /** Resolves if it works. */
  readonly run: () => Promise<unknown>;
  /** Returns the public reason if `run` failed or timed out; never the text of the error. */
  readonly failure: (error: unknown) => string;
}

/** Injection token of the process's checks. */
export const READINESS_CHECKS = Symbol('readiness-checks');

/** Returns the checks that every process has: its database and its cache. */
export function storeChecks(database: Database, cache: Cache): ReadinessCheck[] {
  return [
    {
      name: 'store',
      run: () => database.ping(),
      failure: () => 'the database does not answer, or is read-only',
    },
    {
      name: 'cache',
      run: () => cache.ping(),
      failure: () => 'the cache does not answer, or takes no writes',
    },
  ];
}
