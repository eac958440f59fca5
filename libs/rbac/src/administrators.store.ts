import { Injectable } from '@nestjs/common';
import { queryIn, type Tx } from '#libs/database';

/** Number of the advisory lock that orders whatever may take an administrator away. */
const ADMINISTRATORS_LOCK = 7002;

/** Who holds user_role.edit without a scope: one of them always stays (D14). */
@Injectable()
export class AdministratorStore {
  /** Waits for every other such change: two of them, each seeing the other's administrator, would leave none. */
  async lock(tx: Tx): Promise<void> {
    await queryIn(tx, 'SELECT pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
  }

  /** True when an enabled user holds it, as this transaction sees it. Needs the lock. */
  async remain(tx: Tx): Promise<boolean> {
    const sql = `SELECT 1 FROM user_roles a JOIN roles r ON r.id = a.role_id JOIN users u ON u.id = a.user_id
      WHERE a.project_id IS NULL AND a.team_id IS NULL AND 'user_role.edit' = ANY (r.permissions) AND NOT u.disabled
      LIMIT 1`;
    return (await queryIn(tx, sql)).length > 0;
  }
}
