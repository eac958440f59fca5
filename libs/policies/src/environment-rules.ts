import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';
import {
  type EnvironmentDeletionHook,
  EnvironmentDeletionHooks,
  type DeletedEnvironment,
} from '#libs/tenancy';
import { RuleWriter } from './rule-writer.js';
import { RuleStore } from './rules.store.js';

/** Deletes the rules that name a deleted environment, each with its own version and event (D86). */
@Injectable()
export class EnvironmentRules implements EnvironmentDeletionHook, OnModuleInit {
  constructor(
    private readonly deletionHooks: EnvironmentDeletionHooks,
    private readonly rules: RuleStore,
    private readonly writer: RuleWriter,
  ) {}

  onModuleInit(): void {
    this.deletionHooks.register(this);
  }

  async beforeEnvironmentDelete(tx: Tx, environment: DeletedEnvironment, actor: Actor): Promise<void> {
    await this.writer.begin(tx);
    for (const rule of await this.rules.lockNaming(tx, environment.environmentId)) {
      await this.writer.remove(tx, { actor, permission: 'user_role.edit' }, rule);
    }
  }
}
