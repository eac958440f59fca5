import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import { AssignmentStore } from './assignments.store.js';
import { lacksRequiredScope } from './domain/required-scope.js';
import { rbacEvents } from './rbac.events.js';

export interface Reconciled {
  /** Names of roles. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Unknown, or only granted with a scope (D87). */
  readonly skipped: readonly string[];
}

interface NamedRole {
  readonly id: string;
  readonly name: string;
}

const BOOTSTRAP = 'system:bootstrap';
const OIDC = 'system:oidc';

/**
 * Writes grants that the system makes: the bootstrap administrator's, and those of the identity provider's groups.
 */
@Injectable()
export class SystemGrants {
  constructor(
    private readonly assignments: AssignmentStore,
    private readonly audit: Audit,
  ) {}

  /** Grants the admin role unless the user has it; at boot, for the bootstrap administrator (D87). */
  async ensureAdministrator(tx: Tx, userId: string): Promise<void> {
    const [admin] = await this.findRoles(tx, ['admin']);
    if (!admin) return;
    const grant = { id: newId(), userId, roleId: admin.id, scope: {}, grantedBy: BOOTSTRAP };
    const made = await this.assignments.insert(tx, grant);
    if (made) await this.audit.record(tx, rbacEvents.granted(BOOTSTRAP, made));
  }

  /**
   * Replaces the user's `system:oidc` grants by those of the named roles; other grants stay. The caller records the
   * outcome. May remove the last administrator (D14).
   */
  async reconcile(tx: Tx, userId: string, roleNames: readonly string[]): Promise<Reconciled> {
    const wanted = (await this.findRoles(tx, roleNames)).filter((role) => !lacksRequiredScope(role.name, {}));
    const removed = await this.removeOthers(tx, userId, wanted);
    const added: string[] = [];
    for (const role of wanted) {
      const grant = { id: newId(), userId, roleId: role.id, scope: {}, grantedBy: OIDC };
      if (await this.assignments.insert(tx, grant)) added.push(role.name);
    }
    const known = new Set(wanted.map((role) => role.name));
    return { added, removed, skipped: [...new Set(roleNames)].filter((name) => !known.has(name)) };
  }

  private async findRoles(tx: Tx, names: readonly string[]): Promise<NamedRole[]> {
    return tx.query('SELECT id, name FROM roles WHERE name = ANY ($1) ORDER BY name', [names]);
  }

  private async removeOthers(tx: Tx, userId: string, wanted: readonly NamedRole[]): Promise<string[]> {
    const sql = `DELETE FROM user_roles a USING roles r
      WHERE a.user_id = $1 AND a.granted_by = '${OIDC}' AND r.id = a.role_id AND NOT a.role_id = ANY ($2::uuid[])
      RETURNING r.name`;
    const rows = await tx.query<{ name: string }>(sql, [userId, wanted.map((role) => role.id)]);
    return rows.map((row) => row.name).sort();
  }
}
