import { Injectable } from '@nestjs/common';
import type { Permission } from '#libs/permissions';
import { queryIn, type Tx } from '#libs/database';

/** Number of the advisory lock that orders whatever may take an administrator away. */
const ADMINISTRATORS_LOCK = 7002;

/** What somebody always keeps without a scope, for without it only SQL could mend roles and grants (D14, D102). */
const KEPT: readonly Permission[] = ['user_role.edit', 'role.edit'];

/** Who holds what administers roles and grants. */
@Injectable()
export class AdministratorStore {
  /** Waits for every other such change: two of them, each seeing the other's administrator, would leave none. */
  async lock(tx: Tx): Promise<void> {
    await queryIn(tx, 'SELECT pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
  }

  /**
   * True when no enabled user holds one of these any more that somebody has to keep, as this transaction sees it after
   * it took them away. Needs the lock.
   */
  async noneLeft(tx: Tx, taken: readonly Permission[]): Promise<boolean> {
    const kept = KEPT.filter((permission) => taken.includes(permission));
    if (kept.length === 0) return false;
    const sql = `SELECT 1 FROM unnest($1::text[]) AS kept (permission) WHERE NOT EXISTS (
      SELECT 1 FROM user_roles a JOIN roles r ON r.id = a.role_id JOIN users u ON u.id = a.user_id
        WHERE a.project_id IS NULL AND a.team_id IS NULL AND kept.permission = ANY (r.permissions) AND NOT u.disabled)
      LIMIT 1`;
    return (await queryIn(tx, sql, [kept])).length > 0;
  }

  /** Every permission that the user holds without a scope, disabled or not. */
  async heldBy(tx: Tx, userId: string): Promise<Permission[]> {
    const sql = `SELECT DISTINCT unnest(r.permissions) AS permission FROM user_roles a JOIN roles r ON r.id = a.role_id
      WHERE a.user_id = $1 AND a.project_id IS NULL AND a.team_id IS NULL`;
    return (await queryIn<{ permission: Permission }>(tx, sql, [userId])).map(({ permission }) => permission);
  }
}
