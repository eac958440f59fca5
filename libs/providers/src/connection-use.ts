import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * What another context keeps about connections. Requests register one in `onModuleInit`, so that this
 * context knows nothing of them.
 */
export interface ConnectionUse {
  /** How many open requests name the connection: pending, pending_values, pending_verification. */
  openRequests(manager: EntityManager, connectionId: string): Promise<number>;
}

/** The registered uses, added up. */
@Injectable()
export class ConnectionUses {
  private readonly uses: ConnectionUse[] = [];

  register(use: ConnectionUse): void {
    this.uses.push(use);
  }

  async openRequests(manager: EntityManager, connectionId: string): Promise<number> {
    let count = 0;
    for (const use of this.uses) count += await use.openRequests(manager, connectionId);
    return count;
  }
}
