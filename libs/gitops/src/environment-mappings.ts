import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import {
  type EnvironmentDeletionHook,
  EnvironmentDeletionHooks,
  type DeletedEnvironment,
} from '#libs/tenancy';
import { gitopsEvents } from './gitops.events.js';
import { MappingStore } from './mappings.store.js';

/**
 * Removes an environment's mappings with it, each with its own event (D86). Registered also while GitOps is
 * switched off: mappings from before must not keep an environment from being deleted.
 */
@Injectable()
export class EnvironmentMappings implements EnvironmentDeletionHook, OnModuleInit {
  constructor(
    private readonly deletionHooks: EnvironmentDeletionHooks,
    private readonly mappings: MappingStore,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.deletionHooks.register(this);
  }

  async beforeEnvironmentDelete(tx: Tx, { environmentId }: DeletedEnvironment, actor: Actor): Promise<void> {
    const mappings = await this.mappings.removeOfEnvironment(tx, environmentId);
    await this.audit.record(tx, ...mappings.map((mapping) => gitopsEvents.mappingDeleted(actor, mapping)));
  }
}
