import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What was denied or failed is found without reading what succeeded, which costs no entry. */
export class IndexUnsuccessfulAuditEvents1764100000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_audit_events_unsuccessful ON audit_events (status, occurred_at, id) WHERE status <> 'success';
    `);
  }

  down = forwardOnly;
}
