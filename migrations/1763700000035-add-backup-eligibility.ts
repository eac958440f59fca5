import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** A WebAuthn credential keeps whether it may be backed up: that never changes (WebAuthn Level 3 §6.1.3). */
export class AddBackupEligibility1763700000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mfa_factors
        -- Null on rows that were registered before it was kept: there is nothing to hold an answer against.
        ADD COLUMN backup_eligible boolean;
    `);
  }

  down = forwardOnly;
}
