import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import {
  type EnvironmentDeletionHook,
  EnvironmentDeletionHooks,
  type DeletedEnvironment,
} from '#libs/tenancy';
import { BindingStore } from './bindings.store.js';
import { providerEvents } from './providers.events.js';

/** Removes the bindings of a deleted environment, of connections and of secrets, each with its own event (D86). */
@Injectable()
export class EnvironmentBindings implements EnvironmentDeletionHook, OnModuleInit {
  constructor(
    private readonly deletionHooks: EnvironmentDeletionHooks,
    private readonly bindings: BindingStore,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.deletionHooks.register(this);
  }

  async beforeEnvironmentDelete(
    tx: Tx,
    { environmentId, projectId }: DeletedEnvironment,
    actor: Actor,
  ): Promise<void> {
    const bindings = await this.bindings.removeOfEnvironment(tx, environmentId);
    const secretIds = await this.bindings.removeSecretsOfEnvironment(tx, environmentId);
    // Only administrators delete environments (D10).
    await this.audit.record(
      tx,
      ...bindings.map((row) => providerEvents.bindingDeleted(actor, row, 'user_role.edit')),
      ...secretIds.map((id) => providerEvents.secretUnbound(actor, id, { projectId, environmentId })),
    );
  }
}
