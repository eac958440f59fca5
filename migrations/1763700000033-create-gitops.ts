import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Argo CD endpoints, the applications that agents see there, and the environments these belong to (D56). */
export class CreateGitops1763700000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE argocd_endpoints (
        id uuid CONSTRAINT pk_argocd_endpoints PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_argocd_endpoints_name CHECK (length(name) BETWEEN 1 AND 200),
        cluster_name text NOT NULL
          CONSTRAINT ck_argocd_endpoints_cluster CHECK (length(cluster_name) BETWEEN 1 AND 200),
        base_url text NOT NULL CONSTRAINT ck_argocd_endpoints_base_url CHECK (length(base_url) BETWEEN 1 AND 1024),
        enabled boolean NOT NULL,
        last_observed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ix_argocd_endpoints_created ON argocd_endpoints (created_at, id);
      -- Looked at with every heartbeat.
      CREATE INDEX ix_argocd_endpoints_cluster ON argocd_endpoints (cluster_name) WHERE enabled;

      -- An application as it was last seen; state_since is when it was first seen in that state.
      CREATE TABLE gitops_applications (
        id uuid CONSTRAINT pk_gitops_applications PRIMARY KEY,
        endpoint_id uuid NOT NULL
          CONSTRAINT fk_gitops_applications_endpoint REFERENCES argocd_endpoints (id) ON DELETE CASCADE,
        name text NOT NULL,
        namespace text NOT NULL,
        project text NOT NULL,
        repo_url text,
        path text,
        target_revision text,
        sync_status text NOT NULL,
        health_status text NOT NULL,
        revision text,
        state_since timestamptz NOT NULL,
        observed_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_gitops_applications_name UNIQUE (endpoint_id, name, namespace),
        CONSTRAINT ck_gitops_applications_times CHECK (state_since <= observed_at)
      );
      CREATE INDEX ix_gitops_applications_created ON gitops_applications (endpoint_id, created_at, id);

      -- The states that it was in before, each from its first to its last observation.
      CREATE TABLE gitops_past_states (
        application_id uuid NOT NULL
          CONSTRAINT fk_gitops_past_states_application REFERENCES gitops_applications (id) ON DELETE CASCADE,
        state_since timestamptz NOT NULL,
        observed_at timestamptz NOT NULL,
        sync_status text NOT NULL,
        health_status text NOT NULL,
        revision text,
        CONSTRAINT pk_gitops_past_states PRIMARY KEY (application_id, state_since)
      );

      CREATE TABLE gitops_app_mappings (
        id uuid CONSTRAINT pk_gitops_app_mappings PRIMARY KEY,
        argocd_endpoint_id uuid NOT NULL
          CONSTRAINT fk_gitops_app_mappings_endpoint REFERENCES argocd_endpoints (id),
        app_name text NOT NULL CONSTRAINT ck_gitops_app_mappings_app CHECK (length(app_name) BETWEEN 1 AND 253),
        project_id uuid NOT NULL,
        environment_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT fk_gitops_app_mappings_environment
          FOREIGN KEY (environment_id, project_id) REFERENCES environments (id, project_id),
        CONSTRAINT uq_gitops_app_mappings_app UNIQUE (argocd_endpoint_id, app_name, environment_id)
      );
      CREATE INDEX ix_gitops_app_mappings_created ON gitops_app_mappings (created_at, id);
      CREATE INDEX ix_gitops_app_mappings_environment ON gitops_app_mappings (environment_id, project_id);
    `);
  }

  down = forwardOnly;
}
