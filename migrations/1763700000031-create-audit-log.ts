import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** The Merkle log over the audit events: leaves in order of commit, hashes of larger subtrees, signed checkpoints. */
export class CreateAuditLog1763700000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row: the log's name, in every checkpoint from the first to the last.
      CREATE TABLE audit_log (
        is_only boolean NOT NULL DEFAULT true CONSTRAINT pk_audit_log PRIMARY KEY CONSTRAINT ck_audit_log_only CHECK (is_only),
        origin text NOT NULL CONSTRAINT ck_audit_log_origin CHECK (origin ~ '^[^[:space:]+]{1,200}$')
      );
      INSERT INTO audit_log (origin) VALUES ('countersign/audit/' || gen_random_uuid());

      -- No foreign key to audit_events: a leaf outlives its event.
      CREATE TABLE audit_leaves (
        leaf_index bigint NOT NULL CONSTRAINT pk_audit_leaves PRIMARY KEY CONSTRAINT ck_audit_leaves_index CHECK (leaf_index >= 0),
        event_id uuid NOT NULL CONSTRAINT uq_audit_leaves_event UNIQUE,
        occurred_at timestamptz NOT NULL,
        xid xid8 NOT NULL,
        hash bytea NOT NULL CONSTRAINT ck_audit_leaves_hash CHECK (octet_length(hash) = 32)
      );
      -- Subtrees of 256 leaves, 256 of those, and so on: level 8, 16, 24 ...
      CREATE TABLE audit_subtrees (
        level smallint NOT NULL CONSTRAINT ck_audit_subtrees_level CHECK (level > 0 AND level % 8 = 0),
        position bigint NOT NULL CONSTRAINT ck_audit_subtrees_position CHECK (position >= 0),
        hash bytea NOT NULL CONSTRAINT ck_audit_subtrees_hash CHECK (octet_length(hash) = 32),
        CONSTRAINT pk_audit_subtrees PRIMARY KEY (level, position)
      );
      CREATE TABLE audit_checkpoints (
        tree_size bigint NOT NULL CONSTRAINT ck_audit_checkpoints_size CHECK (tree_size > 0),
        public_key bytea NOT NULL CONSTRAINT ck_audit_checkpoints_key CHECK (octet_length(public_key) = 32),
        root_hash bytea NOT NULL CONSTRAINT ck_audit_checkpoints_root CHECK (octet_length(root_hash) = 32),
        checkpoint text NOT NULL,
        sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT pk_audit_checkpoints PRIMARY KEY (tree_size, public_key)
      );
      -- What retention took away, so that an export can say it of the leaves that have no event any more.
      CREATE TABLE audit_dropped_partitions (
        upper_bound timestamptz NOT NULL CONSTRAINT pk_audit_dropped_partitions PRIMARY KEY,
        partition_name text NOT NULL,
        events bigint NOT NULL,
        -- The leaves before this one have no event; so have some up to last_leaf.
        first_kept_leaf bigint NOT NULL,
        last_leaf bigint NOT NULL,
        dropped_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      DO $$
      DECLARE name text;
      BEGIN
        FOREACH name IN ARRAY ARRAY['audit_log', 'audit_leaves', 'audit_subtrees', 'audit_checkpoints', 'audit_dropped_partitions'] LOOP
          EXECUTE format('CREATE TRIGGER tg_%s_append_only BEFORE UPDATE OR DELETE ON %I
            FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()', name, name);
          EXECUTE format('CREATE TRIGGER tg_%s_no_truncate BEFORE TRUNCATE ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', name, name);
        END LOOP;
      END $$;
    `);
  }

  down = forwardOnly;
}
