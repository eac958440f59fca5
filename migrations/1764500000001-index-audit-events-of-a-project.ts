import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** A project's events are found without reading those of others; an event that names no project costs no entry. */
export class IndexAuditEventsOfAProject1764500000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const project = `(CASE WHEN resource LIKE 'project:%' THEN substr(resource, 9) ELSE metadata->>'project_id' END)`;
    await runner.query(`
      CREATE INDEX ix_audit_events_project ON audit_events (${project}, occurred_at, id) WHERE ${project} IS NOT NULL;
    `);
  }

  down = forwardOnly;
}
