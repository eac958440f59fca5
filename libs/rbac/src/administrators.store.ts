import { Injectable } from '@nestjs/common';
import type { Permission } from '#libs/permissions';
import type { Tx } from '#libs/database';
import { mayHoldSql } from './workload-permission.js';

/** Key of the advisory lock that serializes changes that may remove the last administrator. */
const ADMINISTRATORS_LOCK = 7002;

/**
 * At least one enabled user must hold each of these globally: otherwise roles and grants could only be repaired in
 * SQL (D14, D102).
 */
const REQUIRED: readonly Permission[] = ['user_role.edit', 'role.edit'];

/** Finds who holds the permissions that administer roles and grants. */
@Injectable()
export class AdministratorStore {
  /** Serializes such changes: two at once could each rely on the other's administrator and leave none. */
  async lock(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
  }

  /**
   * Returns whether any of the removed permissions must be kept and has no enabled holder left in this transaction.
   * Requires the lock.
   *
   * @param taken the permissions that the transaction has just removed
   */
  async leavesNone(tx: Tx, taken: readonly Permission[]): Promise<boolean> {
    const kept = REQUIRED.filter((permission) => taken.includes(permission));
    if (kept.length === 0) return false;
    const sql = `SELECT 1 FROM unnest($1::text[]) AS kept (permission) WHERE NOT EXISTS (
      SELECT 1 FROM user_roles a JOIN roles r ON r.id = a.role_id JOIN users u ON u.id = a.user_id
        WHERE a.project_id IS NULL AND a.team_id IS NULL AND kept.permission = ANY (r.permissions) AND NOT u.disabled
          AND ${mayHoldSql('u.kind', 'kept.permission')})
      LIMIT 1`;
    return (await tx.query(sql, [kept])).length > 0;
  }

  /** Returns every permission that the user holds globally, whether disabled or not. */
  async listGlobalPermissions(tx: Tx, userId: string): Promise<Permission[]> {
    const sql = `SELECT DISTINCT unnest(r.permissions) AS permission FROM user_roles a JOIN roles r ON r.id = a.role_id
      WHERE a.user_id = $1 AND a.project_id IS NULL AND a.team_id IS NULL`;
    return (await tx.query<{ permission: Permission }>(sql, [userId])).map(({ permission }) => permission);
  }
}
