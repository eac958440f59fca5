import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';

const MONTHS_AHEAD = 3;

/** Creates the audit log's monthly partitions in advance, so that no insert lacks one. */
@Injectable()
export class AuditPartitionsTask {
  constructor(private readonly database: Database) {}

  /** Creates missing partitions and returns how many were created. */
  async run(): Promise<number> {
    const [row] = await this.database.query<{ made: number }>('SELECT create_audit_partitions($1) AS made', [
      MONTHS_AHEAD,
    ]);
    return row?.made ?? 0;
  }
}
