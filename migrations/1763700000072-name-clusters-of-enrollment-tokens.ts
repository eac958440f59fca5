import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/**
 * Which cluster an agent belongs to is said by its connection or its token, not by the agent: those that chose one
 * themselves, on a connection without a cluster, belong to none.
 */
export class NameClustersOfEnrollmentTokens1763700000072 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE enrollment_tokens ADD COLUMN cluster_name text
        CONSTRAINT ck_enrollment_tokens_cluster CHECK (length(cluster_name) BETWEEN 1 AND 200);
      ALTER TABLE agents ALTER COLUMN cluster_name DROP NOT NULL,
        ADD CONSTRAINT ck_agents_minted_for_cluster CHECK (NOT minted OR cluster_name IS NOT NULL);
      UPDATE agents a SET cluster_name = NULL FROM provider_connections c
        WHERE c.id = a.provider_connection_id AND c.cluster_name IS NULL AND NOT a.minted;
    `);
  }

  down = forwardOnly;
}
