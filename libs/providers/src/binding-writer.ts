import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { BindingCounters, type BindingPermission } from './binding-counters.js';
import { type BindingRow, BindingStore } from './bindings.store.js';
import { providerErrors } from './providers.errors.js';
import { providerEvents } from './providers.events.js';

/** Which connection is bound, and where. */
export interface BindingPlace {
  readonly connectionId: string;
  readonly projectId: string;
  /** Null for every environment of the project. */
  readonly environmentId: string | null;
}

/** The caller and the permission that allows the change. */
export interface Binder {
  readonly caller: Caller;
  readonly permission: BindingPermission;
}

/** Creates and removes bindings for authorized callers: rows, audit events and counters. */
@Injectable()
export class BindingWriter {
  constructor(
    private readonly database: Database,
    private readonly bindings: BindingStore,
    private readonly audit: Audit,
    private readonly counters: BindingCounters,
  ) {}

  /**
   * Runs the checks and the change in one transaction, and counts the outcome.
   *
   * @param work returns the created or removed binding
   */
  async changing(
    done: 'created' | 'deleted',
    binder: Binder,
    work: (tx: Tx) => Promise<BindingRow>,
  ): Promise<BindingRow> {
    try {
      const row = await this.database.transaction(work);
      this.counters.count(done, binder.permission, row.environment_kind);
      return row;
    } catch (error) {
      await this.counters.denied(error);
      throw error;
    }
  }

  /** Inserts a binding with its audit event, and returns it. @throws DomainError binding_exists */
  async bind(tx: Tx, { caller, permission }: Binder, place: BindingPlace): Promise<BindingRow> {
    const id = newId();
    const made = await this.bindings.insert(tx, { id, ...place, createdBy: caller.userId });
    if (!made) throw providerErrors.bindingExists();
    await this.audit.record(tx, providerEvents.bindingCreated(actorOf(caller), { id, ...place }, permission));
    return (await this.bindings.find(tx, id)) as BindingRow;
  }

  /**
   * Deletes a binding with its audit event, and returns it.
   *
   * @throws DomainError binding_not_found when it was removed concurrently
   */
  async unbind(tx: Tx, { caller, permission }: Binder, row: BindingRow): Promise<BindingRow> {
    if (!(await this.bindings.remove(tx, row.id))) throw providerErrors.bindingNotFound();
    await this.audit.record(tx, providerEvents.bindingDeleted(actorOf(caller), row, permission));
    return row;
  }
}
