-- What the service's role may do. As the owner, after every migration; it may run again at any time:
--   psql "$OWNER_URL" -f deploy/sql/rights.sql
-- The audit log is the point of it: the service adds to it and reads it, and can do nothing else. It can not even
-- choose when an event happened or in which transaction, so that no event gets in behind what is sealed.

BEGIN;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO countersign_service;

DO $$
DECLARE name text;
BEGIN
  -- The log's tables and each partition; what is written to the log goes through audit_events itself.
  FOR name IN
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND (c.relname ~ '^audit_' OR c.relname = 'schema_migrations')
  LOOP
    EXECUTE format('REVOKE ALL ON TABLE public.%I FROM countersign_service', name);
  END LOOP;
END $$;

GRANT SELECT ON schema_migrations, audit_log, audit_dropped_partitions, audit_events TO countersign_service;
GRANT INSERT (id, actor, action, resource, status, metadata, correlation_id) ON audit_events TO countersign_service;
GRANT SELECT, INSERT ON audit_leaves, audit_subtrees, audit_checkpoints TO countersign_service;

REVOKE EXECUTE ON FUNCTION create_audit_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_audit_partitions(integer) TO countersign_service;
COMMIT;
