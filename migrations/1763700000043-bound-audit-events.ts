import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/**
 * An audit event that could not be sealed or exported would hold up all that come after it: so none is larger, nested
 * deeper, or holds another number than every reader of JSON takes. Rows that are there already are not looked at.
 */
export class BoundAuditEvents1763700000043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_events ADD CONSTRAINT ck_audit_events_readable CHECK (
        octet_length(actor) <= 1200 AND octet_length(action) <= 1200 AND octet_length(resource) <= 4800
        AND pg_column_size(metadata) <= 2097152
        AND NOT metadata @? 'strict $.**{65}'
        AND NOT metadata @? 'strict $.** ? (@.type() == "number" && (@ > 1.7e308 || @ < -1.7e308))'
      ) NOT VALID;
      -- It runs as its owner: no schema that is named after a role comes before the service's own, and none comes after.
      DO $$
      BEGIN
        EXECUTE format('ALTER FUNCTION create_audit_partitions(integer) SET search_path = %I, pg_temp', current_schema());
      END $$;
    `);
  }

  down = forwardOnly;
}
