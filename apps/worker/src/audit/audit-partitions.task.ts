import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Task } from '#libs/scheduler';

const MONTHS_AHEAD = 3;

/** Makes the audit log's monthly partitions ahead of time, so that no write ever finds none. */
@Injectable()
export class AuditPartitionsTask implements Task {
  readonly name = 'audit_partitions';

  constructor(private readonly database: Database) {}

  async run(): Promise<number> {
    const [row] = await this.database.query<{ made: number }>('SELECT create_audit_partitions($1) AS made', [
      MONTHS_AHEAD,
    ]);
    return row?.made ?? 0;
  }
}
