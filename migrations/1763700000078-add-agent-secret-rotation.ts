import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** An agent's credential can be replaced; the one that it was replaced with stays good for a minute (issue 16). */
export class AddAgentSecretRotation1763700000078 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agents
        ADD COLUMN secret_issued_at timestamptz,
        ADD COLUMN previous_secret_hash bytea
          CONSTRAINT ck_agents_previous_secret_hash CHECK (octet_length(previous_secret_hash) = 32),
        ADD COLUMN previous_secret_expires_at timestamptz,
        ADD CONSTRAINT ck_agents_previous_secret
          CHECK ((previous_secret_hash IS NULL) = (previous_secret_expires_at IS NULL));
      UPDATE agents SET secret_issued_at = created_at;
      ALTER TABLE agents
        ALTER COLUMN secret_issued_at SET DEFAULT clock_timestamp(),
        ALTER COLUMN secret_issued_at SET NOT NULL;
    `);
  }

  down = forwardOnly;
}
