import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type UserUse, UserUses } from '#libs/users';
import { AdministratorStore } from './administrators.store.js';
import { rbacErrors } from './rbac.errors.js';

/** Refuses to disable the last person who may edit roles: nobody could mend roles through the interface then (D102). */
@Injectable()
export class RoleEditorDisabling implements UserUse, OnModuleInit {
  constructor(
    private readonly users: UserUses,
    private readonly administrators: AdministratorStore,
  ) {}

  onModuleInit(): void {
    this.users.register(this);
  }

  /** The last user_role.edit may go with them (D14). @throws DomainError last_admin */
  async userDisabled(tx: Tx, userId: string): Promise<void> {
    await this.administrators.lock(tx);
    const taken = (await this.administrators.heldBy(tx, userId)).filter((held) => held === 'role.edit');
    if (await this.administrators.noneLeft(tx, taken)) throw rbacErrors.lastAdmin();
  }
}
