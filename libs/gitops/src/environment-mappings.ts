import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type EnvironmentUse, EnvironmentUses, type LeavingEnvironment } from '#libs/tenancy';
import { gitopsEvents } from './gitops.events.js';
import { MappingStore } from './mappings.store.js';

/**
 * Removes an environment's mappings with it, each with its own event (D86). Registered also while GitOps is
 * switched off: mappings from before must not keep an environment from being deleted.
 */
@Injectable()
export class EnvironmentMappings implements EnvironmentUse, OnModuleInit {
  constructor(
    private readonly uses: EnvironmentUses,
    private readonly mappings: MappingStore,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.uses.register(this);
  }

  async environmentLeaves(tx: Tx, { environmentId }: LeavingEnvironment, actor: Actor): Promise<void> {
    const mappings = await this.mappings.removeOfEnvironment(tx, environmentId);
    await this.audit.record(tx, ...mappings.map((mapping) => gitopsEvents.mappingDeleted(actor, mapping)));
  }
}
