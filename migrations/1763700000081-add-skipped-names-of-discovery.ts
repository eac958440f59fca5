import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What the last run found and could not report is counted with it (issue 17). */
export class AddSkippedNamesOfDiscovery1763700000081 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['provider_connections', 'discovery_targets']) {
      // Null where no run has succeeded last, or its agent does not count.
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN last_discover_skipped_secrets integer
            CONSTRAINT ck_${table}_skipped_secrets CHECK (last_discover_skipped_secrets >= 0),
          ADD COLUMN last_discover_skipped_keys integer
            CONSTRAINT ck_${table}_skipped_keys CHECK (last_discover_skipped_keys >= 0)`);
    }
  }

  down = forwardOnly;
}
