import { Injectable } from '@nestjs/common';
import { Database, deleteOld } from '#libs/database';

/** Keys stand for their call for 24 hours (D15); a later call takes the key anew, with or without this row. */
export const PAST_KEYS = {
  table: 'idempotency_keys',
  column: 'started_at',
  keptSeconds: 24 * 3600,
} as const;

/** Forgets keys that stand for nothing any more, and the answers kept with them. */
@Injectable()
export class PastIdempotencyKeys {
  constructor(private readonly database: Database) {}

  /** Deletes what is older than 24 hours and returns how many rows that were. */
  async prune(): Promise<number> {
    return deleteOld(this.database, PAST_KEYS);
  }
}
