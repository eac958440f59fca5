import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Discovery as runs that know their job, the deprecated targets that no connection describes, and the catalogue's filters. */
export class AddDiscoveryRuns1763700000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The job of the run in progress: what an older job reports later changes nothing.
      ALTER TABLE provider_connections
        ADD COLUMN last_discover_job_id uuid,
        -- Start of the last run that succeeded: every active secret of the connection was seen since.
        ADD COLUMN last_full_discover_at timestamptz;

      -- State of the deprecated SVC_DISCOVER_TARGETS_JSON entries, in the columns of provider_connections.
      CREATE TABLE discovery_targets (
        id uuid CONSTRAINT pk_discovery_targets PRIMARY KEY,
        cluster_name text NOT NULL,
        name text NOT NULL,
        type text NOT NULL,
        discover_interval_seconds integer NOT NULL
          CONSTRAINT ck_discovery_targets_interval CHECK (discover_interval_seconds >= 1),
        last_discover_at timestamptz,
        last_discover_status text CONSTRAINT ck_discovery_targets_status
          CHECK (last_discover_status IN ('running', 'success', 'failure')),
        last_discover_started_at timestamptz,
        last_discover_error text CONSTRAINT ck_discovery_targets_error CHECK (length(last_discover_error) <= 280),
        last_discover_job_id uuid,
        last_full_discover_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_discovery_targets_name UNIQUE (cluster_name, name)
      );

      ALTER TABLE secrets
        DROP COLUMN last_seen_run,
        DROP CONSTRAINT uq_secrets_id_connection,
        ALTER COLUMN provider_connection_id DROP NOT NULL,
        ADD COLUMN target_id uuid CONSTRAINT fk_secrets_target REFERENCES discovery_targets (id) ON DELETE CASCADE,
        ADD CONSTRAINT ck_secrets_one_source CHECK (num_nonnulls(provider_connection_id, target_id) = 1);
      CREATE UNIQUE INDEX uq_secrets_target_ref ON secrets (target_id, ref) WHERE target_id IS NOT NULL;

      -- One per filter of the catalogue. All but labels give the list's order too, so that a page costs the
      -- same however many secrets match.
      CREATE INDEX ix_secrets_cluster ON secrets (cluster_name, created_at, id);
      CREATE INDEX ix_secrets_provider ON secrets (provider, created_at, id);
      CREATE INDEX ix_secrets_status ON secrets (status, created_at, id);
      CREATE INDEX ix_secrets_ref ON secrets (ref COLLATE "C", id);
      CREATE INDEX ix_secrets_labels ON secrets USING gin (labels jsonb_path_ops);

      -- What a run has seen, one row a page: unchanged secrets are not rewritten only to say so.
      CREATE TABLE discovery_pages (
        id uuid CONSTRAINT pk_discovery_pages PRIMARY KEY,
        job_id uuid NOT NULL CONSTRAINT fk_discovery_pages_job REFERENCES jobs (id) ON DELETE CASCADE,
        attempt integer NOT NULL,
        secret_ids uuid[] NOT NULL,
        inserted integer NOT NULL,
        updated integer NOT NULL,
        unchanged integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ix_discovery_pages_job ON discovery_pages (job_id, attempt);
    `);
  }

  down = forwardOnly;
}
