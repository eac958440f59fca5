import { Injectable } from '@nestjs/common';
import type { Place, Scope } from '#libs/permissions';
import type { Tx } from '#libs/database';
import { Places, tenancyErrors } from '#libs/tenancy';
import { UserReadModel, usersErrors } from '#libs/users';
import { lacksRequiredScope } from './domain/required-scope.js';
import { rbacErrors } from './rbac.errors.js';
import { type RoleRow, RoleStore } from './roles.store.js';

/** Loads the role, user and place of a new grant (D78). */
@Injectable()
export class GrantSubjects {
  constructor(
    private readonly roles: RoleStore,
    private readonly users: UserReadModel,
    private readonly places: Places,
  ) {}

  /**
   * Returns the role, locked for share.
   *
   * @throws DomainError role_not_found; scope_required when the role can't be granted in that scope
   */
  async lockRole(tx: Tx, id: string, scope: Scope): Promise<RoleRow> {
    const role = await this.roles.lockForShare(tx, id);
    if (!role) throw rbacErrors.roleNotFound();
    if (lacksRequiredScope(role.name, scope)) throw rbacErrors.scopeRequired();
    return role;
  }

  /** Checks that the user exists. @throws DomainError user_not_found */
  async requireUser(tx: Tx, id: string): Promise<void> {
    if (!(await this.users.exists(tx, id))) throw usersErrors.userNotFound();
  }

  /**
   * Returns the place that the scope covers; null for a global scope.
   *
   * @throws DomainError project_not_found, team_not_found
   */
  async getPlace(tx: Tx, scope: Scope): Promise<Place | null> {
    if (scope.project_id !== undefined) {
      const project = await this.places.project(tx, scope.project_id);
      if (!project) throw tenancyErrors.projectNotFound();
      return project;
    }
    if (scope.team_id === undefined) return null;
    const team = await this.places.team(tx, scope.team_id);
    if (!team) throw tenancyErrors.teamNotFound();
    return team;
  }
}
