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

      -- One per filter of the catalogue. Each gives the list's order too, so that a page costs the same however
      -- many secrets match. The time is written as an expression of its own: else the planner, which takes what
      -- matches to be spread evenly, reads ix_secrets_created past all the clusters that were found before.
      CREATE INDEX ix_secrets_cluster ON secrets (cluster_name, (created_at AT TIME ZONE 'UTC'), id);
      CREATE INDEX ix_secrets_provider ON secrets (provider, (created_at AT TIME ZONE 'UTC'), id);
      CREATE INDEX ix_secrets_status ON secrets (status, (created_at AT TIME ZONE 'UTC'), id);
      CREATE INDEX ix_secrets_ref ON secrets (ref COLLATE "C", id);

      -- The same for labels, which no index over JSON could do: a row for each label of a secret, kept by triggers
      -- that see a whole statement's rows at once. A foreign key would only check what the triggers just did.
      CREATE TABLE secret_labels (
        label text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL,
        secret_id uuid NOT NULL,
        CONSTRAINT pk_secret_labels PRIMARY KEY (label, created_at, secret_id)
      );
      -- name:value as the index takes it: one that is too long for an entry stands as its hash, behind a character
      -- that no name holds.
      CREATE FUNCTION secret_label(name text, value text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
        RETURN CASE WHEN octet_length(name) + octet_length(value) < 1024 THEN name || ':' || value
          ELSE E'\\x01' || encode(sha256(convert_to(name || ':' || value, 'UTF8')), 'hex') END;
      CREATE FUNCTION add_secret_labels() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO secret_labels (label, created_at, secret_id)
          SELECT secret_label(l.key, l.value), n.created_at, n.id FROM new_rows n, jsonb_each_text(n.labels) l;
        RETURN NULL;
      END $$;
      -- The planner knows nothing of a statement's rows; without this setting it reads all labels to find a few.
      CREATE FUNCTION remove_secret_labels() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off AS $$
      BEGIN
        DELETE FROM secret_labels t USING old_rows o, jsonb_each_text(o.labels) l
          WHERE t.label = secret_label(l.key, l.value) AND t.created_at = o.created_at AND t.secret_id = o.id;
        RETURN NULL;
      END $$;
      CREATE FUNCTION change_secret_labels() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off AS $$
      DECLARE changed uuid[];
      BEGIN
        SELECT array_agg(n.id) INTO changed
          FROM old_rows o JOIN new_rows n ON n.id = o.id WHERE n.labels IS DISTINCT FROM o.labels;
        IF changed IS NULL THEN
          RETURN NULL;
        END IF;
        DELETE FROM secret_labels t USING old_rows o, jsonb_each_text(o.labels) l
          WHERE o.id = ANY (changed)
            AND t.label = secret_label(l.key, l.value) AND t.created_at = o.created_at AND t.secret_id = o.id;
        INSERT INTO secret_labels (label, created_at, secret_id)
          SELECT secret_label(l.key, l.value), n.created_at, n.id FROM new_rows n, jsonb_each_text(n.labels) l
          WHERE n.id = ANY (changed);
        RETURN NULL;
      END $$;
      CREATE TRIGGER tg_secrets_add_labels AFTER INSERT ON secrets
        REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_secret_labels();
      CREATE TRIGGER tg_secrets_remove_labels AFTER DELETE ON secrets
        REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION remove_secret_labels();
      CREATE TRIGGER tg_secrets_change_labels AFTER UPDATE ON secrets
        REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION change_secret_labels();

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
