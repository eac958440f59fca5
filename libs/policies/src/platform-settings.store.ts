import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';

export interface PlatformSettingsRow {
  readonly policy_priority_cap: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'policy_priority_cap, created_at, updated_at';

/** The one row of platform settings. */
@Injectable()
export class PlatformSettingsStore {
  constructor(private readonly database: Database) {}

  async read(): Promise<PlatformSettingsRow> {
    const [row] = await this.database.query<PlatformSettingsRow>(`SELECT ${COLUMNS} FROM platform_settings`);
    return row as PlatformSettingsRow;
  }

  /**
   * Locks the row and returns the live cap. Every change to rules and workflows begins with it, so that such
   * changes come one after the other: the cap, a workflow's opt-in and a name stay as they were checked.
   */
  async lockCap(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ policy_priority_cap: number }>(
      'SELECT policy_priority_cap FROM platform_settings FOR UPDATE',
    );
    return (row as { policy_priority_cap: number }).policy_priority_cap;
  }

  async setCap(tx: Tx, cap: number): Promise<PlatformSettingsRow> {
    const sql = `UPDATE platform_settings SET policy_priority_cap = $1, updated_at = clock_timestamp() RETURNING ${COLUMNS}`;
    const [row] = await tx.query<PlatformSettingsRow>(sql, [cap]);
    return row as PlatformSettingsRow;
  }
}
