import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Teams as a tree, projects, environments, roles and their scoped grants. */
export class CreateTenancyAndRoles1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE teams (
        id uuid CONSTRAINT pk_teams PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_teams_name CHECK (length(name) BETWEEN 1 AND 200),
        parent_id uuid CONSTRAINT fk_teams_parent REFERENCES teams (id),
        status text NOT NULL DEFAULT 'active' CONSTRAINT ck_teams_status CHECK (status IN ('active', 'archived')),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_teams_not_own_parent CHECK (parent_id <> id)
      );
      CREATE INDEX ix_teams_parent ON teams (parent_id);
      CREATE INDEX ix_teams_created ON teams (created_at, id);

      -- Every (ancestor, descendant) pair, each team with itself at depth 0.
      CREATE TABLE team_closure (
        ancestor_id uuid NOT NULL CONSTRAINT fk_team_closure_ancestor REFERENCES teams (id) ON DELETE CASCADE,
        descendant_id uuid NOT NULL CONSTRAINT fk_team_closure_descendant REFERENCES teams (id) ON DELETE CASCADE,
        depth integer NOT NULL CONSTRAINT ck_team_closure_depth CHECK (depth >= 0),
        CONSTRAINT pk_team_closure PRIMARY KEY (ancestor_id, descendant_id)
      );
      CREATE INDEX ix_team_closure_descendant ON team_closure (descendant_id, depth);

      CREATE TABLE projects (
        id uuid CONSTRAINT pk_projects PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_projects_name CHECK (length(name) BETWEEN 1 AND 200),
        description text NOT NULL DEFAULT '',
        team_id uuid CONSTRAINT fk_projects_team REFERENCES teams (id),
        status text NOT NULL DEFAULT 'active' CONSTRAINT ck_projects_status CHECK (status IN ('active', 'archived')),
        created_by uuid NOT NULL CONSTRAINT fk_projects_created_by REFERENCES users (id),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_projects_name UNIQUE (name)
      );
      CREATE INDEX ix_projects_team ON projects (team_id);
      CREATE INDEX ix_projects_created_by ON projects (created_by);
      CREATE INDEX ix_projects_created ON projects (created_at, id);

      CREATE TABLE environments (
        id uuid CONSTRAINT pk_environments PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT fk_environments_project REFERENCES projects (id),
        name text NOT NULL CONSTRAINT ck_environments_name CHECK (length(name) BETWEEN 1 AND 200),
        type text NOT NULL CONSTRAINT ck_environments_type CHECK (type IN ('dev', 'staging', 'uat', 'prod', 'other')),
        kind text NOT NULL CONSTRAINT ck_environments_kind CHECK (kind IN ('non_prod', 'prod')),
        risk_level smallint NOT NULL CONSTRAINT ck_environments_risk_level CHECK (risk_level BETWEEN 0 AND 4),
        description text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_environments_name UNIQUE (project_id, name),
        CONSTRAINT uq_environments_project UNIQUE (id, project_id),
        CONSTRAINT uq_environments_kind UNIQUE (id, kind)
      );
      CREATE INDEX ix_environments_created ON environments (created_at, id);

      -- The kind is the hard safety classifier: it and the name never change, whoever asks.
      CREATE FUNCTION refuse_environment_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.kind IS DISTINCT FROM OLD.kind OR NEW.name IS DISTINCT FROM OLD.name
          OR NEW.type IS DISTINCT FROM OLD.type OR NEW.project_id IS DISTINCT FROM OLD.project_id THEN
          RAISE EXCEPTION 'environment name, type, kind and project are immutable' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER tg_environments_immutable BEFORE UPDATE ON environments
        FOR EACH ROW EXECUTE FUNCTION refuse_environment_change();

      CREATE TABLE roles (
        id uuid CONSTRAINT pk_roles PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_roles_name CHECK (length(name) BETWEEN 1 AND 200),
        description text NOT NULL DEFAULT '',
        permissions text[] NOT NULL DEFAULT '{}',
        is_system boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_roles_name UNIQUE (name)
      );

      CREATE TABLE user_roles (
        id uuid CONSTRAINT pk_user_roles PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_user_roles_user REFERENCES users (id) ON DELETE CASCADE,
        role_id uuid NOT NULL CONSTRAINT fk_user_roles_role REFERENCES roles (id),
        project_id uuid CONSTRAINT fk_user_roles_project REFERENCES projects (id),
        team_id uuid CONSTRAINT fk_user_roles_team REFERENCES teams (id),
        granted_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_user_roles_one_scope CHECK (num_nonnulls(project_id, team_id) <= 1)
      );
      -- A manual and an OIDC grant of the same role stand side by side (D87).
      CREATE UNIQUE INDEX uq_user_roles_grant ON user_roles (
        user_id, role_id,
        coalesce(project_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(team_id, '00000000-0000-0000-0000-000000000000'),
        (granted_by = 'system:oidc'));
      CREATE INDEX ix_user_roles_role ON user_roles (role_id);
      CREATE INDEX ix_user_roles_project ON user_roles (project_id) WHERE project_id IS NOT NULL;
      CREATE INDEX ix_user_roles_team ON user_roles (team_id) WHERE team_id IS NOT NULL;

      INSERT INTO roles (id, name, description, permissions, is_system) VALUES
        ('01900000-0000-7000-8000-000000000001', 'admin', 'Administers the control plane',
          '{role.edit,user_role.edit,workflow.edit,policy.edit,agent.mint,agent.revoke,secret.request,secret.approve,audit.read}', true),
        ('01900000-0000-7000-8000-000000000002', 'approver', 'Decides requests', '{secret.approve,audit.read}', true),
        ('01900000-0000-7000-8000-000000000003', 'developer', 'Asks for secrets', '{secret.request,secret.reveal.direct,audit.read}', true),
        ('01900000-0000-7000-8000-000000000004', 'value_provider', 'Provides values for a team', '{secret.value.provide}', true),
        ('01900000-0000-7000-8000-000000000005', 'security_approver', 'Gives the security vote', '{secret.security.approve}', true),
        ('01900000-0000-7000-8000-000000000006', 'provider_connection_binder', 'Binds connections in a scope', '{integration.bind}', true),
        ('01900000-0000-7000-8000-000000000007', 'policy_author', 'Authors policy rules in a scope', '{policy.author}', true);
    `);
  }

  down = forwardOnly;
}
