import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';

/**
 * What another context keeps about connections. Requests and agents register one each in `onModuleInit`, so
 * that this context knows nothing of them.
 */
export interface ConnectionUse {
  /** How many open requests name the connection: pending, pending_values, pending_verification. */
  openRequests?(manager: EntityManager, connectionId: string): Promise<number>;

  /**
   * Ends what depends on the connection, with an audit event for each, in the transaction that deletes it
   * (D86). Its row is locked and still there.
   */
  connectionLeaves?(tx: Tx, connectionId: string, actor: Actor): Promise<void>;
}

/** The registered uses, added up and called in the order in which they registered. */
@Injectable()
export class ConnectionUses {
  private readonly uses: ConnectionUse[] = [];

  register(use: ConnectionUse): void {
    this.uses.push(use);
  }

  async openRequests(manager: EntityManager, connectionId: string): Promise<number> {
    let count = 0;
    for (const use of this.uses) count += (await use.openRequests?.(manager, connectionId)) ?? 0;
    return count;
  }

  async leave(tx: Tx, connectionId: string, actor: Actor): Promise<void> {
    for (const use of this.uses) await use.connectionLeaves?.(tx, connectionId, actor);
  }
}
