import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { type Caller, isGlobal } from '#libs/permissions';
import { Database } from '#libs/database';
import { newId } from '#libs/core';
import { AdministratorStore } from './administrators.store.js';
import { type AssignmentRow, AssignmentStore } from './assignments.store.js';
import { grantExceedsOwn, revocationExceedsOwn } from './domain/escalation.js';
import { parseScope } from './domain/parse-scope.js';
import { GrantSubjects } from './grant-subjects.js';
import { rbacErrors } from './rbac.errors.js';
import { rbacEvents } from './rbac.events.js';

/** Grants roles to users and revokes them, for holders of user_role.edit. */
@Injectable()
export class AssignmentService {
  constructor(
    private readonly database: Database,
    private readonly assignments: AssignmentStore,
    private readonly administrators: AdministratorStore,
    private readonly subjects: GrantSubjects,
    private readonly audit: Audit,
  ) {}

  /**
   * Grants a role.
   *
   * @param input.scope unchecked; absent or `{}` means global
   * @throws DomainError scope_invalid, role_not_found, scope_required, user_not_found, project_not_found,
   *   team_not_found, grant_exceeds_own, assignment_exists
   */
  async grant(
    caller: Caller,
    input: { userId: string; roleId: string; scope: unknown },
  ): Promise<AssignmentRow> {
    const scope = parseScope(input.scope);
    return this.database.transaction(async (tx) => {
      const role = await this.subjects.lockRole(tx, input.roleId, scope);
      await this.subjects.requireUser(tx, input.userId);
      const place = await this.subjects.getPlace(tx, scope);
      if (grantExceedsOwn(caller.grants, role.permissions, place)) throw rbacErrors.grantExceedsOwn();
      const grantedBy = actorOf(caller);
      const assignment = await this.assignments.insert(tx, { ...input, id: newId(), scope, grantedBy });
      if (!assignment) throw rbacErrors.assignmentExists();
      await this.audit.record(tx, rbacEvents.granted(grantedBy, assignment));
      return assignment;
    });
  }

  /**
   * Revokes a grant; it has no effect from the user's next request on.
   *
   * @throws DomainError assignment_not_found, grant_exceeds_own, last_admin
   */
  async revoke(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.administrators.lock(tx);
      const assignment = await this.assignments.lock(tx, id);
      if (!assignment) throw rbacErrors.assignmentNotFound();
      const place = await this.subjects.getPlace(tx, assignment.scope);
      if (revocationExceedsOwn(caller.grants, place)) throw rbacErrors.grantExceedsOwn();
      await this.assignments.remove(tx, id);
      const taken = isGlobal(assignment.scope) ? assignment.permissions : [];
      if (await this.administrators.leavesNone(tx, taken)) throw rbacErrors.lastAdmin();
      await this.audit.record(tx, rbacEvents.revoked(actorOf(caller), assignment));
    });
  }
}
