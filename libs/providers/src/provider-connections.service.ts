import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { type ConnectionScope, type ProviderType, scopeFault } from '#libs/connection-scope';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import { JobQueue } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { type ConnectionFields, type ConnectionRow, connectionVersion } from './connection-row.js';
import { ConnectionDeletionHooks } from './connection-deletion-hooks.js';
import { ProviderConnectionStore } from './provider-connections.store.js';
import { providerErrors } from './providers.errors.js';
import { providerEvents } from './providers.events.js';
import { ScopeSettings } from './scope-settings.js';

/** Registers external stores: type and scope, never credentials. */
@Injectable()
export class ProviderConnectionService {
  constructor(
    private readonly database: Database,
    private readonly connections: ProviderConnectionStore,
    private readonly audit: Audit,
    private readonly settings: ScopeSettings,
    private readonly deletionHooks: ConnectionDeletionHooks,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Creates a connection, and returns its row.
   *
   * @throws DomainError the scope codes of D48, discover_requires_cluster, connection_name_exists
   */
  async create(caller: Caller, type: ProviderType, fields: ConnectionFields): Promise<ConnectionRow> {
    this.checkScope(type, fields.scope);
    assertDiscoverable(fields);
    return this.database.transaction(async (tx) => {
      const row = await this.connections.insert(tx, newId(), type, fields);
      await this.audit.record(tx, providerEvents.connectionCreated(actorOf(caller), row));
      return row;
    });
  }

  /**
   * Changes the members of `change`; the type is immutable. A stored scope that the current settings would reject does not
   * prevent other changes, in particular disabling the connection.
   *
   * @throws DomainError connection_not_found, changed_meanwhile, and the errors of `create`
   */
  async update(
    caller: Caller,
    id: string,
    change: Partial<ConnectionFields>,
    expected = ExpectedVersion.any,
  ): Promise<ConnectionRow> {
    return this.database.transaction(async (tx) => {
      const stored = await this.locked(tx, id);
      expected.assert(connectionVersion(stored));
      const fields: ConnectionFields = { ...stored, ...change };
      if (change.scope) this.checkScope(stored.type, change.scope);
      assertDiscoverable(fields);
      const row = await this.connections.update(tx, id, fields);
      await this.audit.record(
        tx,
        providerEvents.connectionUpdated(actorOf(caller), id, Object.keys(change).sort()),
      );
      return row;
    });
  }

  /**
   * Deletes an unused connection: revokes its agents and tokens, fails its queued jobs and deletes its discovered secrets
   * (D86). Agents come first, because their claimed jobs return to the queue.
   *
   * @throws DomainError connection_not_found, changed_meanwhile, connection_in_use
   */
  async delete(caller: Caller, id: string, expected = ExpectedVersion.any): Promise<void> {
    const actor = actorOf(caller);
    await this.database.transaction(async (tx) => {
      const connection = await this.locked(tx, id);
      expected.assert(connectionVersion(connection));
      const bindings = await this.connections.countBindings(tx, id);
      const openRequests = await this.deletionHooks.openRequests(tx, id);
      if (bindings + openRequests > 0) throw providerErrors.connectionInUse(bindings, openRequests);
      await this.deletionHooks.run(tx, id, actor);
      await this.queue.failOfConnection(tx, id, actor);
      await this.connections.remove(tx, id);
      await this.audit.record(tx, providerEvents.connectionDeleted(actor, connection));
    });
  }

  private checkScope(type: ProviderType, scope: ConnectionScope): void {
    const fault = scopeFault(type, scope, this.settings);
    if (fault) throw providerErrors.scope(fault);
  }

  private async locked(tx: Tx, id: string): Promise<ConnectionRow> {
    const row = await this.connections.lock(tx, id);
    if (!row) throw providerErrors.connectionNotFound();
    return row;
  }
}

function assertDiscoverable({ discover_enabled, cluster_name }: ConnectionFields): void {
  if (discover_enabled && cluster_name === null) throw providerErrors.discoverRequiresCluster();
}
