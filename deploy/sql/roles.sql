-- Two roles for Countersign's database: one that owns the tables and migrates, one that the service runs as.
-- Once, as a role that may create roles, connected to the service's own database:
--   psql -d countersign -f deploy/sql/roles.sql
-- Then give both a password (\password countersign_owner), migrate as the owner, and run rights.sql as the owner.

BEGIN;
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['countersign_owner', 'countersign_service'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', name);
    END IF;
  END LOOP;
  -- What the service asks for with each connection; a transaction pooler does not pass it on.
  ALTER ROLE countersign_service SET statement_timeout = '30s';
  ALTER ROLE countersign_service SET idle_in_transaction_session_timeout = '15s';
  ALTER ROLE countersign_service SET max_parallel_workers_per_gather = 0;
  -- A temporary table would come before the service's own of that name, also in functions that run as the owner.
  EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;
-- For searches by a part of a reference; the owner of the tables may not create extensions.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO countersign_owner;
GRANT USAGE ON SCHEMA public TO countersign_service;
COMMIT;
