import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Provider connections, where they are bound, the secrets found in them, and the agents that serve them. */
export class CreateProvidersAndAgents1763700000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_connections (
        id uuid CONSTRAINT pk_provider_connections PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_provider_connections_name CHECK (length(name) BETWEEN 1 AND 200),
        type text NOT NULL CONSTRAINT ck_provider_connections_type
          CHECK (type IN ('vault', 'cloud1-sm', 'cloud2-kv', 'cloud3-sm', 'orchestrator')),
        cluster_name text,
        description text CONSTRAINT ck_provider_connections_description CHECK (length(description) <= 500),
        status text NOT NULL DEFAULT 'active' CONSTRAINT ck_provider_connections_status CHECK (status IN ('active', 'disabled')),
        scope jsonb NOT NULL CONSTRAINT ck_provider_connections_scope CHECK (jsonb_typeof(scope) = 'object'),
        auth_method text,
        discover_enabled boolean NOT NULL DEFAULT false,
        discover_interval_seconds integer NOT NULL DEFAULT 3600
          CONSTRAINT ck_provider_connections_interval CHECK (discover_interval_seconds BETWEEN 60 AND 86400),
        self_service_bindable boolean NOT NULL DEFAULT false,
        last_discover_at timestamptz,
        last_discover_status text CONSTRAINT ck_provider_connections_discover_status
          CHECK (last_discover_status IN ('running', 'success', 'failure')),
        last_discover_started_at timestamptz,
        last_discover_error text CONSTRAINT ck_provider_connections_discover_error CHECK (length(last_discover_error) <= 280),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_provider_connections_name UNIQUE (name),
        CONSTRAINT ck_provider_connections_discover_cluster CHECK (NOT discover_enabled OR cluster_name IS NOT NULL)
      );
      CREATE INDEX ix_provider_connections_created ON provider_connections (created_at, id);
      CREATE INDEX ix_provider_connections_cluster ON provider_connections (cluster_name);

      CREATE TABLE provider_connection_bindings (
        id uuid CONSTRAINT pk_provider_connection_bindings PRIMARY KEY,
        connection_id uuid NOT NULL
          CONSTRAINT fk_provider_connection_bindings_connection REFERENCES provider_connections (id),
        project_id uuid NOT NULL CONSTRAINT fk_provider_connection_bindings_project REFERENCES projects (id),
        environment_id uuid,
        created_by uuid CONSTRAINT fk_provider_connection_bindings_created_by REFERENCES users (id),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT fk_provider_connection_bindings_environment
          FOREIGN KEY (environment_id, project_id) REFERENCES environments (id, project_id)
      );
      CREATE UNIQUE INDEX uq_provider_connection_bindings_project
        ON provider_connection_bindings (connection_id, project_id) WHERE environment_id IS NULL;
      CREATE UNIQUE INDEX uq_provider_connection_bindings_environment
        ON provider_connection_bindings (connection_id, project_id, environment_id) WHERE environment_id IS NOT NULL;
      CREATE INDEX ix_provider_connection_bindings_project ON provider_connection_bindings (project_id, environment_id);
      CREATE INDEX ix_provider_connection_bindings_environment ON provider_connection_bindings (environment_id);
      CREATE INDEX ix_provider_connection_bindings_created_by ON provider_connection_bindings (created_by);

      CREATE TABLE secrets (
        id uuid CONSTRAINT pk_secrets PRIMARY KEY,
        provider_connection_id uuid NOT NULL
          CONSTRAINT fk_secrets_connection REFERENCES provider_connections (id) ON DELETE CASCADE,
        cluster_name text,
        provider text NOT NULL,
        ref text NOT NULL CONSTRAINT ck_secrets_ref CHECK (length(ref) BETWEEN 1 AND 1024),
        keys text[] NOT NULL DEFAULT '{}',
        labels jsonb NOT NULL DEFAULT '{}' CONSTRAINT ck_secrets_labels CHECK (jsonb_typeof(labels) = 'object'),
        version text,
        status text NOT NULL DEFAULT 'active' CONSTRAINT ck_secrets_status CHECK (status IN ('active', 'missing')),
        last_seen_run uuid,
        first_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_secrets_ref UNIQUE (provider_connection_id, ref),
        CONSTRAINT uq_secrets_id_connection UNIQUE (id, provider_connection_id)
      );
      CREATE INDEX ix_secrets_created ON secrets (created_at, id);

      -- A secret bound to a prod environment is prod wherever it is asked for (D84).
      CREATE TABLE environment_secrets (
        environment_id uuid NOT NULL CONSTRAINT fk_environment_secrets_environment REFERENCES environments (id),
        secret_id uuid NOT NULL CONSTRAINT fk_environment_secrets_secret REFERENCES secrets (id) ON DELETE CASCADE,
        created_by uuid CONSTRAINT fk_environment_secrets_created_by REFERENCES users (id),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT pk_environment_secrets PRIMARY KEY (environment_id, secret_id)
      );
      CREATE INDEX ix_environment_secrets_secret ON environment_secrets (secret_id);
      CREATE INDEX ix_environment_secrets_created_by ON environment_secrets (created_by);

      CREATE TABLE agents (
        id uuid CONSTRAINT pk_agents PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_agents_name CHECK (length(name) BETWEEN 1 AND 200),
        status text NOT NULL DEFAULT 'active' CONSTRAINT ck_agents_status CHECK (status IN ('active', 'revoked')),
        provider_connection_id uuid,
        cluster_name text NOT NULL,
        minted boolean NOT NULL DEFAULT false,
        secret_hash bytea NOT NULL CONSTRAINT ck_agents_secret_hash CHECK (octet_length(secret_hash) = 32),
        public_key bytea CONSTRAINT ck_agents_public_key CHECK (octet_length(public_key) = 32),
        version text,
        last_seen_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_agents_bound_or_minted CHECK (minted OR provider_connection_id IS NOT NULL)
      );
      CREATE INDEX ix_agents_connection ON agents (provider_connection_id);
      CREATE INDEX ix_agents_created ON agents (created_at, id);

      CREATE TABLE enrollment_tokens (
        id uuid CONSTRAINT pk_enrollment_tokens PRIMARY KEY,
        provider_connection_id uuid NOT NULL
          CONSTRAINT fk_enrollment_tokens_connection REFERENCES provider_connections (id) ON DELETE CASCADE,
        token_hash bytea NOT NULL CONSTRAINT ck_enrollment_tokens_hash CHECK (octet_length(token_hash) = 32),
        created_by uuid NOT NULL CONSTRAINT fk_enrollment_tokens_created_by REFERENCES users (id),
        expires_at timestamptz NOT NULL,
        consumed_at timestamptz,
        revoked_at timestamptz,
        agent_id uuid CONSTRAINT fk_enrollment_tokens_agent REFERENCES agents (id),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_enrollment_tokens_hash UNIQUE (token_hash),
        CONSTRAINT ck_enrollment_tokens_consumed_by_agent CHECK ((consumed_at IS NULL) = (agent_id IS NULL))
      );
      CREATE INDEX ix_enrollment_tokens_connection ON enrollment_tokens (provider_connection_id, created_at);
      CREATE INDEX ix_enrollment_tokens_created_by ON enrollment_tokens (created_by);
      CREATE INDEX ix_enrollment_tokens_agent ON enrollment_tokens (agent_id);
    `);
  }

  down = forwardOnly;
}
