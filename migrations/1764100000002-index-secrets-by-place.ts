import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** The catalogue by connection, key and a part of the reference. */
export class IndexSecretsByPlace1764100000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- In the order that only indexes of filters have, see ix_secrets_cluster.
      CREATE INDEX ix_secrets_connection ON secrets (provider_connection_id, (created_at AT TIME ZONE 'UTC'), id);
      -- For what few have; what many have is found on the way through ix_secrets_created.
      CREATE INDEX ix_secrets_keys ON secrets USING gin (keys);
      CREATE INDEX ix_secrets_ref_part ON secrets USING gin (ref gin_trgm_ops);
    `);
  }

  down = forwardOnly;
}
