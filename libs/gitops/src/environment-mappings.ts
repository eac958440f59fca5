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
 * Removes the mappings of a deleted environment, each with its own event (D86). Registered even while GitOps is disabled, so
 * that earlier mappings don't prevent deleting an environment.
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
