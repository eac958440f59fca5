import { Injectable } from '@nestjs/common';
import { Database, deleteOld } from '#libs/database';

/** Retention of keys: 24 hours (D15). A later call claims the key anew, whether or not the row is still there. */
export const PAST_KEYS = {
  table: 'idempotency_keys',
  column: 'started_at',
  keptSeconds: 24 * 3600,
} as const;

/** Deletes expired keys with their stored responses. */
@Injectable()
export class PastIdempotencyKeys {
  constructor(private readonly database: Database) {}

  /** Deletes keys older than 24 hours. @returns the number of rows */
  async prune(): Promise<number> {
    return deleteOld(this.database, PAST_KEYS);
  }
}
