import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Workloads that sign in by the tokens of their own issuer: a user of its own kind, and what its tokens must say. */
export class CreateWorkloadIdentities1764300000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users DROP CONSTRAINT ck_users_kind,
        ADD CONSTRAINT ck_users_kind CHECK (kind IN ('local', 'oidc', 'workload')),
        ADD CONSTRAINT ck_users_workload CHECK (kind <> 'workload'
          OR (oidc_issuer IS NULL AND oidc_subject IS NULL AND email ~ '^workload:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'));
      -- A deleted workload keeps its name: in the audit log no name ever means another one.
      CREATE UNIQUE INDEX uq_users_workload ON users (email) WHERE kind = 'workload';

      CREATE TABLE workload_identities (
        id uuid CONSTRAINT pk_workload_identities PRIMARY KEY
          CONSTRAINT fk_workload_identities_user REFERENCES users (id) ON DELETE CASCADE,
        issuer text NOT NULL CONSTRAINT ck_workload_identities_issuer CHECK (length(issuer) BETWEEN 1 AND 1024),
        audience text NOT NULL CONSTRAINT ck_workload_identities_audience CHECK (length(audience) BETWEEN 1 AND 512),
        claims jsonb NOT NULL CONSTRAINT ck_workload_identities_claims CHECK (jsonb_typeof(claims) = 'object' AND claims ? 'sub'),
        registered_by uuid NOT NULL CONSTRAINT fk_workload_identities_registered_by REFERENCES users (id),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ix_workload_identities_issuer ON workload_identities (issuer);
      CREATE INDEX ix_workload_identities_created ON workload_identities (created_at, id);
      CREATE INDEX ix_workload_identities_registered_by ON workload_identities (registered_by);

      -- What a token was exchanged for is what spends it: the row outlives every token that is still accepted.
      ALTER TABLE sessions ADD COLUMN workload_token_hash bytea
        CONSTRAINT ck_sessions_workload_token_hash CHECK (octet_length(workload_token_hash) = 32);
      CREATE UNIQUE INDEX uq_sessions_workload_token ON sessions (workload_token_hash) WHERE workload_token_hash IS NOT NULL;
    `);
  }

  down = forwardOnly;
}
