import { Injectable } from '@nestjs/common';
import { versionOf } from '#libs/core';
import { Database, type Sql, type Tx } from '#libs/database';

/** Whether approvers of a visible request are listed by name, or only by role and scope. */
export type ApproverDirectory = 'people' | 'groups';

/** Settings to change; undefined leaves one unchanged. */
export interface OptionalSettings {
  readonly approver_directory?: ApproverDirectory;
  readonly cli_device_sign_in?: boolean;
}

export interface PlatformSettingsRow {
  readonly policy_priority_cap: number;
  readonly approver_directory: ApproverDirectory;
  /** Whether command lines may sign in with a user code (device flow). */
  readonly cli_device_sign_in: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'policy_priority_cap, approver_directory, cli_device_sign_in, created_at, updated_at';

/** Returns the version of the settings, for optimistic concurrency. */
export const settingsVersion = (row: PlatformSettingsRow): string => versionOf(Object.values(row));

/** The one row of platform settings. */
@Injectable()
export class PlatformSettingsStore {
  constructor(private readonly database: Database) {}

  async read(db: Sql = this.database): Promise<PlatformSettingsRow> {
    const [row] = await db.query<PlatformSettingsRow>(`SELECT ${COLUMNS} FROM platform_settings`);
    return row as PlatformSettingsRow;
  }

  /**
   * Locks the row and returns the current cap. Every change to rules and workflows takes this lock first, which serializes
   * them: the cap, a workflow's opt-in and a name do not change after their check.
   */
  async lockCap(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ policy_priority_cap: number }>(
      'SELECT policy_priority_cap FROM platform_settings FOR UPDATE',
    );
    return (row as { policy_priority_cap: number }).policy_priority_cap;
  }

  async update(tx: Tx, cap: number, more: OptionalSettings): Promise<PlatformSettingsRow> {
    const sql = `UPDATE platform_settings SET policy_priority_cap = $1,
        approver_directory = coalesce($2::text, approver_directory),
        cli_device_sign_in = coalesce($3::boolean, cli_device_sign_in),
        updated_at = clock_timestamp() RETURNING ${COLUMNS}`;
    const { approver_directory: directory = null, cli_device_sign_in: device = null } = more;
    const [row] = await tx.query<PlatformSettingsRow>(sql, [cap, directory, device]);
    return row as PlatformSettingsRow;
  }
}
