import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';

const MONTHS_AHEAD = 3;

/** Creates the audit log's monthly partitions ahead of time, so that every write finds its own. */
@Injectable()
export class AuditPartitionsTask {
  constructor(private readonly database: Database) {}

  /** Returns how many partitions were created. */
  async run(): Promise<number> {
    const [row] = await this.database.query<{ made: number }>('SELECT create_audit_partitions($1) AS made', [
      MONTHS_AHEAD,
    ]);
    return row?.made ?? 0;
  }
}
