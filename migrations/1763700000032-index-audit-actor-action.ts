import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What somebody did of one kind: without it a person's every event is read to find the few (bench/audit). */
export class IndexAuditActorAction1763700000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_audit_events_actor_action ON audit_events
        (actor text_pattern_ops, action text_pattern_ops, occurred_at, id);
    `);
  }

  down = forwardOnly;
}
