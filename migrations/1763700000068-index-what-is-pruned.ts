import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/**
 * Housekeeping finds what is old by these. A session's absolute end never moves, so that moving its idle expiry, which
 * nearly every call may do, still touches no index.
 */
export class IndexWhatIsPruned1763700000068 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_sessions_expires ON sessions (expires_at);
      CREATE INDEX ix_enrollment_tokens_expires ON enrollment_tokens (expires_at);
    `);
  }

  down = forwardOnly;
}
