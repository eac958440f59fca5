import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type DisablingHook, DisablingHooks } from '#libs/users';
import { AdministratorStore } from './administrators.store.js';
import { rbacErrors } from './rbac.errors.js';

/**
 * Refuses to disable the last holder of role.edit, after whom roles could not be repaired through the interface
 * (D102).
 */
@Injectable()
export class RoleEditorDisabling implements DisablingHook, OnModuleInit {
  constructor(
    private readonly disablingHooks: DisablingHooks,
    private readonly administrators: AdministratorStore,
  ) {}

  onModuleInit(): void {
    this.disablingHooks.register(this);
  }

  /** Refuses only for role.edit; the last user_role.edit may go (D14). @throws DomainError last_admin */
  async onUserDisabled(tx: Tx, userId: string): Promise<void> {
    await this.administrators.lock(tx);
    const taken = (await this.administrators.listGlobalPermissions(tx, userId)).filter(
      (held) => held === 'role.edit',
    );
    if (await this.administrators.leavesNone(tx, taken)) throw rbacErrors.lastAdmin();
  }
}
