import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** The append-only audit log: monthly partitions that refuse every change to a row. */
export class CreateAudit1763700000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_events (
        id uuid NOT NULL,
        occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        actor text NOT NULL,
        action text NOT NULL,
        resource text,
        status text NOT NULL CONSTRAINT ck_audit_events_status CHECK (status IN ('success', 'denied', 'failure')),
        metadata jsonb NOT NULL DEFAULT '{}' CONSTRAINT ck_audit_events_metadata CHECK (jsonb_typeof(metadata) = 'object'),
        correlation_id uuid,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        CONSTRAINT pk_audit_events PRIMARY KEY (id, occurred_at)
      ) PARTITION BY RANGE (occurred_at);
      CREATE INDEX ix_audit_events_occurred ON audit_events (occurred_at, id);
      CREATE INDEX ix_audit_events_actor ON audit_events (actor text_pattern_ops, occurred_at, id);
      CREATE INDEX ix_audit_events_action ON audit_events (action text_pattern_ops, occurred_at, id);
      CREATE INDEX ix_audit_events_resource ON audit_events (resource text_pattern_ops, occurred_at, id);
      CREATE INDEX ix_audit_events_correlation ON audit_events (correlation_id, occurred_at, id);
      CREATE INDEX ix_audit_events_xid ON audit_events (xid, occurred_at, id);

      CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'audit events are append-only' USING ERRCODE = 'insufficient_privilege';
      END $$;
      CREATE TRIGGER tg_audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
        FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
      CREATE TRIGGER tg_audit_events_no_truncate BEFORE TRUNCATE ON audit_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

      -- Runs as its owner, so that the service's own role needs no right to create tables (D58).
      CREATE FUNCTION create_audit_partitions(months_ahead integer) RETURNS integer
      LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
      DECLARE
        month_start timestamptz;
        partition_name text;
        made integer := 0;
      BEGIN
        FOR ahead IN 0..least(greatest(months_ahead, 0), 24) LOOP
          month_start := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
          month_start := (((month_start AT TIME ZONE 'UTC') + make_interval(months => ahead)) AT TIME ZONE 'UTC');
          partition_name := 'audit_events_' || to_char(month_start AT TIME ZONE 'UTC', 'YYYY_MM');
          IF to_regclass(partition_name) IS NULL THEN
            EXECUTE format('CREATE TABLE %I PARTITION OF audit_events FOR VALUES FROM (%L) TO (%L)', partition_name,
              month_start, ((month_start AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
            EXECUTE format('CREATE TRIGGER tg_audit_events_no_truncate BEFORE TRUNCATE ON %I
              FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', partition_name);
            made := made + 1;
          END IF;
        END LOOP;
        RETURN made;
      END $$;
      SELECT create_audit_partitions(3);
    `);
  }

  down = forwardOnly;
}
