import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { WrapStore } from './wraps.store.js';

const BATCH = 500;

/** Takes away what nobody can retrieve any more. */
@Injectable()
export class WrapExpiry {
  constructor(
    private readonly database: Database,
    private readonly store: WrapStore,
  ) {}

  /** Destroys the ciphertext of every expired wrap, 500 at a time, and gives how many it destroyed. */
  async sweep(): Promise<number> {
    for (let destroyed = 0; ;) {
      const count = await this.database.transaction((tx) => this.store.destroyExpired(tx, BATCH));
      destroyed += count;
      if (count < BATCH) return destroyed;
    }
  }
}
