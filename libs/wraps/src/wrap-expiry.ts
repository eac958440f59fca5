import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { WrapStore } from './wraps.store.js';

const BATCH = 500;

const LATENESS = `SELECT greatest(extract(epoch FROM clock_timestamp() - min(expires_at)), 0)::float8 AS seconds
  FROM wraps WHERE consumed_at IS NULL AND destroyed_at IS NULL`;

/** Destroys the ciphertext of expired wraps. */
@Injectable()
export class WrapExpiry {
  constructor(
    private readonly database: Database,
    private readonly store: WrapStore,
  ) {}

  /** Returns how many seconds the oldest expired wrap with ciphertext is overdue; 0 without one. */
  async lateness(): Promise<number> {
    return (await this.database.query<{ seconds: number | null }>(LATENESS))[0]?.seconds ?? 0;
  }

  /** Destroys the ciphertext of every expired wrap, 500 at a time; returns how many. */
  async sweep(): Promise<number> {
    for (let destroyed = 0; ;) {
      const count = await this.database.transaction((tx) => this.store.destroyExpired(tx, BATCH));
      destroyed += count;
      if (count < BATCH) return destroyed;
    }
  }
}
