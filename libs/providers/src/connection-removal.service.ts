import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { ConnectionUses } from './connection-use.js';
import { ProviderConnectionStore } from './provider-connections.store.js';
import { providerErrors } from './providers.errors.js';
import { providerEvents } from './providers.events.js';

/** Takes connections out of the registry. */
@Injectable()
export class ConnectionRemoval {
  constructor(
    private readonly database: Database,
    private readonly connections: ProviderConnectionStore,
    private readonly uses: ConnectionUses,
    private readonly queue: JobQueue,
    private readonly audit: Audit,
  ) {}

  /**
   * Deletes a connection that nothing uses: its agents and tokens are revoked, its queued jobs fail and its
   * discovered secrets go (D86). Agents come first, since their claimed jobs return to the queue.
   *
   * @throws DomainError connection_not_found, connection_in_use
   */
  async delete(caller: Caller, id: string): Promise<void> {
    const actor = actorOf(caller);
    await this.database.transaction(async (tx) => {
      const connection = await this.connections.lock(tx, id);
      if (!connection) throw providerErrors.connectionNotFound();
      const bindings = await this.connections.countBindings(tx, id);
      const openRequests = await this.uses.openRequests(tx, id);
      if (bindings + openRequests > 0) throw providerErrors.connectionInUse(bindings, openRequests);
      await this.uses.leave(tx, id, actor);
      await this.queue.failOfConnection(tx, id, actor);
      await this.connections.remove(tx, id);
      await this.audit.record(tx, providerEvents.connectionDeleted(actor, connection));
    });
  }
}
