import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Workflows, policy rules with their history, and the platform's settings. */
export class CreatePolicies1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE workflows (
        id uuid CONSTRAINT pk_workflows PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_workflows_name CHECK (length(name) BETWEEN 1 AND 200),
        min_approvers integer NOT NULL CONSTRAINT ck_workflows_min_approvers CHECK (min_approvers BETWEEN 0 AND 10),
        allow_self_approval boolean NOT NULL DEFAULT false,
        wrap_ttl_created_seconds integer NOT NULL DEFAULT 86400
          CONSTRAINT ck_workflows_wrap_ttl_created CHECK (wrap_ttl_created_seconds BETWEEN 1 AND 2592000),
        wrap_ttl_approved_seconds integer NOT NULL DEFAULT 3600
          CONSTRAINT ck_workflows_wrap_ttl_approved CHECK (wrap_ttl_approved_seconds BETWEEN 1 AND 2592000),
        wrap_ttl_claimed_seconds integer NOT NULL DEFAULT 900
          CONSTRAINT ck_workflows_wrap_ttl_claimed CHECK (wrap_ttl_claimed_seconds BETWEEN 1 AND 2592000),
        request_ttl_seconds integer NOT NULL DEFAULT 86400
          CONSTRAINT ck_workflows_request_ttl CHECK (request_ttl_seconds BETWEEN 1 AND 2592000),
        require_justification boolean NOT NULL DEFAULT false,
        enabled boolean NOT NULL DEFAULT true,
        fill_ttl_seconds integer NOT NULL DEFAULT 86400
          CONSTRAINT ck_workflows_fill_ttl CHECK (fill_ttl_seconds BETWEEN 1 AND 2592000),
        requires_security_approval boolean NOT NULL DEFAULT false,
        scoped_policy_authorable boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_workflows_name UNIQUE (name),
        CONSTRAINT ck_workflows_security_needs_votes CHECK (min_approvers > 0 OR NOT requires_security_approval)
      );

      CREATE TABLE platform_settings (
        only_row boolean CONSTRAINT pk_platform_settings PRIMARY KEY DEFAULT true
          CONSTRAINT ck_platform_settings_only_row CHECK (only_row),
        policy_priority_cap integer NOT NULL DEFAULT 9000
          CONSTRAINT ck_platform_settings_cap CHECK (policy_priority_cap BETWEEN 1 AND 1000000),
        policy_version bigint NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      INSERT INTO platform_settings DEFAULT VALUES;

      CREATE TABLE policy_rules (
        id uuid CONSTRAINT pk_policy_rules PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_policy_rules_name CHECK (length(name) BETWEEN 1 AND 200),
        selector jsonb NOT NULL CONSTRAINT ck_policy_rules_selector_object CHECK (jsonb_typeof(selector) = 'object'),
        workflow_id uuid NOT NULL CONSTRAINT fk_policy_rules_workflow REFERENCES workflows (id),
        priority integer NOT NULL CONSTRAINT ck_policy_rules_priority CHECK (priority BETWEEN 0 AND 1000000),
        enabled boolean NOT NULL DEFAULT true,
        direct_reveal_allowed boolean NOT NULL DEFAULT false,
        requires_mfa boolean NOT NULL DEFAULT false,
        reveal_ttl_seconds integer NOT NULL DEFAULT 60
          CONSTRAINT ck_policy_rules_reveal_ttl CHECK (reveal_ttl_seconds BETWEEN 10 AND 300),
        project_id uuid CONSTRAINT fk_policy_rules_project REFERENCES projects (id),
        team_id uuid CONSTRAINT fk_policy_rules_team REFERENCES teams (id),
        is_system boolean NOT NULL DEFAULT false,
        selector_environment_id uuid GENERATED ALWAYS AS ((selector ->> 'environment_id')::uuid) STORED,
        scoped_environment_kind text GENERATED ALWAYS AS (
          CASE WHEN project_id IS NULL AND team_id IS NULL THEN NULL ELSE 'non_prod' END) STORED,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_policy_rules_one_anchor CHECK (num_nonnulls(project_id, team_id) <= 1),
        CONSTRAINT ck_policy_rules_selector_project CHECK (
          project_id IS NULL OR (selector ? 'project_id' AND (selector ->> 'project_id')::uuid = project_id)),
        CONSTRAINT ck_policy_rules_scoped_environment CHECK (
          project_id IS NULL OR coalesce(selector ->> 'environment_kind' = 'non_prod', false)
            OR (selector ? 'environment_id' AND selector ->> 'environment_id' IS NOT NULL)),
        CONSTRAINT ck_policy_rules_scoped_never_prod CHECK (
          num_nonnulls(project_id, team_id) = 0 OR coalesce(selector ->> 'environment_kind', 'non_prod') = 'non_prod'),
        CONSTRAINT ck_policy_rules_team_selector CHECK (
          team_id IS NULL OR (coalesce(selector ->> 'environment_kind' = 'non_prod', false)
            AND NOT selector ?| ARRAY['project_id', 'environment_id', 'team_id'])),
        CONSTRAINT ck_policy_rules_scoped_is_not_system CHECK (num_nonnulls(project_id, team_id) = 0 OR NOT is_system),
        CONSTRAINT fk_policy_rules_environment FOREIGN KEY (selector_environment_id) REFERENCES environments (id),
        CONSTRAINT fk_policy_rules_scoped_environment_project
          FOREIGN KEY (selector_environment_id, project_id) REFERENCES environments (id, project_id),
        CONSTRAINT fk_policy_rules_scoped_environment_kind
          FOREIGN KEY (selector_environment_id, scoped_environment_kind) REFERENCES environments (id, kind)
      );
      CREATE INDEX ix_policy_rules_workflow ON policy_rules (workflow_id);
      CREATE INDEX ix_policy_rules_project ON policy_rules (project_id) WHERE project_id IS NOT NULL;
      CREATE INDEX ix_policy_rules_team ON policy_rules (team_id) WHERE team_id IS NOT NULL;
      CREATE INDEX ix_policy_rules_environment ON policy_rules (selector_environment_id) WHERE selector_environment_id IS NOT NULL;
      CREATE INDEX ix_policy_rules_created ON policy_rules (created_at, id);

      CREATE TABLE policy_rule_versions (
        rule_id uuid NOT NULL,
        version integer NOT NULL CONSTRAINT ck_policy_rule_versions_version CHECK (version > 0),
        action text NOT NULL CONSTRAINT ck_policy_rule_versions_action CHECK (action IN ('create', 'update', 'delete')),
        project_id uuid,
        team_id uuid,
        rule jsonb NOT NULL,
        changed_by text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT pk_policy_rule_versions PRIMARY KEY (rule_id, version)
      );

      -- Every process compares this version with the one it compiled from, in its own statements.
      CREATE FUNCTION bump_policy_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE platform_settings SET policy_version = policy_version + 1;
        RETURN NULL;
      END $$;
      CREATE TRIGGER tg_policy_rules_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON policy_rules
        FOR EACH STATEMENT EXECUTE FUNCTION bump_policy_version();
      CREATE TRIGGER tg_workflows_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON workflows
        FOR EACH STATEMENT EXECUTE FUNCTION bump_policy_version();
      CREATE TRIGGER tg_team_closure_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON team_closure
        FOR EACH STATEMENT EXECUTE FUNCTION bump_policy_version();
      CREATE FUNCTION bump_policy_version_for_cap() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.policy_priority_cap <> OLD.policy_priority_cap THEN
          NEW.policy_version := OLD.policy_version + 1;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER tg_platform_settings_version BEFORE UPDATE ON platform_settings
        FOR EACH ROW EXECUTE FUNCTION bump_policy_version_for_cap();

      INSERT INTO workflows (id, name, min_approvers) VALUES ('01900000-0000-7000-8000-000000000101', 'default', 1);
      INSERT INTO policy_rules (id, name, selector, workflow_id, priority, is_system) VALUES
        ('01900000-0000-7000-8000-000000000201', 'match-all', '{}', '01900000-0000-7000-8000-000000000101', 0, true);
      INSERT INTO policy_rule_versions (rule_id, version, action, rule, changed_by)
        SELECT id, 1, 'create', to_jsonb(r) - 'selector_environment_id' - 'scoped_environment_kind', 'system:seed' FROM policy_rules r;
    `);
  }

  down = forwardOnly;
}
