import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import type { Caller, Permission } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import { AdministratorStore } from './administrators.store.js';
import { roleExceedsOwn } from './domain/escalation.js';
import { parsePermissions } from './domain/parse-permissions.js';
import { rbacErrors } from './rbac.errors.js';
import { rbacEvents } from './rbac.events.js';
import { type RoleRow, RoleStore, roleVersion } from './roles.store.js';

interface RoleOptions {
  readonly removesOwnOnly?: boolean;
  readonly expected?: ExpectedVersion;
}

/** Changes roles, for holders of role.edit. */
@Injectable()
export class RoleService {
  constructor(
    private readonly database: Database,
    private readonly roles: RoleStore,
    private readonly administrators: AdministratorStore,
    private readonly audit: Audit,
  ) {}

  /** Creates a role. @throws DomainError permission_unknown, grant_exceeds_own, role_name_exists */
  async create(
    caller: Caller,
    input: { name: string; description: string; permissions: readonly string[] },
  ): Promise<RoleRow> {
    const permissions = parsePermissions(input.permissions);
    if (roleExceedsOwn(caller.grants, permissions)) throw rbacErrors.grantExceedsOwn();
    return this.database.transaction(async (tx) => {
      const role = await this.roles.insert(tx, { ...input, id: newId(), permissions });
      if (!role) throw rbacErrors.roleNameExists();
      await this.audit.record(tx, rbacEvents.roleCreated(actorOf(caller), role));
      return role;
    });
  }

  /**
   * Replaces a role's permissions, with effect from the next request of every user with the role.
   *
   * @param options.removesOwnOnly whether the caller may only remove permissions that they could add (D95 e)
   * @param options.expected the version that the change was made upon
   * @throws DomainError permission_unknown, role_not_found, changed_meanwhile, grant_exceeds_own, last_admin
   */
  async setPermissions(
    caller: Caller,
    id: string,
    texts: readonly string[],
    { removesOwnOnly = false, expected = ExpectedVersion.any }: RoleOptions = {},
  ): Promise<RoleRow> {
    const permissions = parsePermissions(texts);
    return this.database.transaction(async (tx) => {
      await this.administrators.lock(tx);
      const role = await this.locked(tx, id);
      expected.assert(roleVersion(role));
      const change = {
        added: without(permissions, role.permissions),
        removed: without(role.permissions, permissions),
      };
      const own = removesOwnOnly ? [...change.added, ...change.removed] : change.added;
      if (roleExceedsOwn(caller.grants, own)) throw rbacErrors.grantExceedsOwn();
      const updated = await this.roles.setPermissions(tx, id, permissions);
      if (await this.administrators.leavesNone(tx, change.removed)) throw rbacErrors.lastAdmin();
      await this.audit.record(tx, rbacEvents.roleUpdated(actorOf(caller), updated, change));
      return updated;
    });
  }

  /**
   * Deletes a role that no user has.
   *
   * @param options.removesOwnOnly as for setPermissions: deleting and recreating a role with fewer permissions
   *   removes them (D95 e)
   * @throws DomainError role_not_found, changed_meanwhile, grant_exceeds_own, system_row, role_in_use
   */
  async delete(
    caller: Caller,
    id: string,
    { removesOwnOnly = false, expected = ExpectedVersion.any }: RoleOptions = {},
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const role = await this.locked(tx, id);
      expected.assert(roleVersion(role));
      if (removesOwnOnly && roleExceedsOwn(caller.grants, role.permissions))
        throw rbacErrors.grantExceedsOwn();
      if (role.is_system) throw rbacErrors.systemRow();
      if (await this.roles.isGranted(tx, id)) throw rbacErrors.roleInUse();
      await this.roles.remove(tx, id);
      await this.audit.record(tx, rbacEvents.roleDeleted(actorOf(caller), role));
    });
  }

  private async locked(tx: Tx, id: string): Promise<RoleRow> {
    const role = await this.roles.lock(tx, id);
    if (!role) throw rbacErrors.roleNotFound();
    return role;
  }
}

function without(some: readonly Permission[], others: readonly Permission[]): Permission[] {
  return some.filter((permission) => !others.includes(permission));
}
