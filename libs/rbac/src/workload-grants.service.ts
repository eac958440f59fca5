import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { newId } from '#libs/core';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { AssignmentStore } from './assignments.store.js';
import { grantExceedsOwn } from './domain/escalation.js';
import { parseScope } from './domain/parse-scope.js';
import { GrantSubjects } from './grant-subjects.js';
import { rbacErrors } from './rbac.errors.js';
import { rbacEvents } from './rbac.events.js';
import { WORKLOAD_PERMISSION } from './workload-permission.js';

/** Writes the one grant that a workload has, with its registration. */
@Injectable()
export class WorkloadGrants {
  constructor(
    private readonly assignments: AssignmentStore,
    private readonly subjects: GrantSubjects,
    private readonly audit: Audit,
  ) {}

  /**
   * Makes this the workload's only grant.
   *
   * @param input.scope unchecked; absent or `{}` means global
   * @returns false, and changes nothing, when the role lacks the one permission that a workload can hold
   * @throws DomainError scope_invalid, role_not_found, scope_required, project_not_found, team_not_found,
   *   grant_exceeds_own
   */
  async replace(
    tx: Tx,
    caller: Caller,
    userId: string,
    input: { roleId: string; scope: unknown },
  ): Promise<boolean> {
    const scope = parseScope(input.scope);
    const role = await this.subjects.lockRole(tx, input.roleId, scope);
    const place = await this.subjects.getPlace(tx, scope);
    if (grantExceedsOwn(caller.grants, role.permissions, place)) throw rbacErrors.grantExceedsOwn();
    if (!role.permissions.includes(WORKLOAD_PERMISSION)) return false;
    await this.remove(tx, caller, userId);
    const grantedBy = actorOf(caller);
    const made = await this.assignments.insert(tx, {
      id: newId(),
      userId,
      roleId: role.id,
      scope,
      grantedBy,
    });
    if (made) await this.audit.record(tx, rbacEvents.granted(grantedBy, made));
    return true;
  }

  /** Removes what the workload was granted. */
  async remove(tx: Tx, caller: Caller, userId: string): Promise<void> {
    const removed = await this.assignments.removeAll(tx, userId);
    const actor = actorOf(caller);
    await this.audit.record(tx, ...removed.map((assignment) => rbacEvents.revoked(actor, assignment)));
  }
}
