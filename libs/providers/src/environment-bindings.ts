import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type EnvironmentUse, EnvironmentUses, type LeavingEnvironment } from '#libs/tenancy';
import { BindingStore } from './bindings.store.js';
import { providerEvents } from './providers.events.js';

/** Removes an environment's bindings, of connections and of secrets, with it, each with its own event (D86). */
@Injectable()
export class EnvironmentBindings implements EnvironmentUse, OnModuleInit {
  constructor(
    private readonly uses: EnvironmentUses,
    private readonly bindings: BindingStore,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.uses.register(this);
  }

  async environmentLeaves(
    tx: Tx,
    { environmentId, projectId }: LeavingEnvironment,
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
