import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx, Sql } from '#libs/database';

/** What another context checks and does before a connection is deleted. It registers itself at module init. */
export interface ConnectionDeletionHook {
  /** Counts the open requests that name the connection: pending, pending_values, pending_verification. */
  openRequests?(db: Sql, connectionId: string): Promise<number>;

  /**
   * Ends what depends on the connection, with an audit event for each, in the transaction that deletes it (D86). The
   * connection's row is locked.
   */
  beforeConnectionDelete?(tx: Tx, connectionId: string, actor: Actor): Promise<void>;
}

/** The registered hooks, called in the order of registration. */
@Injectable()
export class ConnectionDeletionHooks {
  private readonly hooks: ConnectionDeletionHook[] = [];

  /** Adds a hook; called in `onModuleInit`. */
  register(hook: ConnectionDeletionHook): void {
    this.hooks.push(hook);
  }

  /** Returns the sum over all hooks. */
  async openRequests(db: Sql, connectionId: string): Promise<number> {
    let count = 0;
    for (const hook of this.hooks) count += (await hook.openRequests?.(db, connectionId)) ?? 0;
    return count;
  }

  /** Calls every hook. */
  async run(tx: Tx, connectionId: string, actor: Actor): Promise<void> {
    for (const hook of this.hooks) await hook.beforeConnectionDelete?.(tx, connectionId, actor);
  }
}
