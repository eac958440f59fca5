import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What each version of the rules changed, so that a process reads what changed instead of everything (issue 19). */
export class RecordPolicyChanges1763700000091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Names a state of the rules, as a number alone does not: after a rollback or a failover that loses commits the
      -- same number comes again for other rules.
      ALTER TABLE platform_settings ADD COLUMN policy_stamp uuid NOT NULL DEFAULT gen_random_uuid();

      CREATE TABLE policy_changes (
        version bigint CONSTRAINT pk_policy_changes PRIMARY KEY,
        stamp uuid NOT NULL,
        -- Rules and workflows made, edited or deleted; null where that is not known and everything has to be read.
        rule_ids uuid[],
        workflow_ids uuid[]
      );
      INSERT INTO policy_changes (version, stamp) SELECT policy_version, policy_stamp FROM platform_settings;

      -- However the version comes to change, its state has a new name and a row, which knows nothing more at first.
      CREATE OR REPLACE FUNCTION bump_policy_version_for_cap() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.policy_priority_cap <> OLD.policy_priority_cap THEN
          NEW.policy_version := OLD.policy_version + 1;
        END IF;
        IF NEW.policy_version <> OLD.policy_version THEN
          NEW.policy_stamp := gen_random_uuid();
          INSERT INTO policy_changes (version, stamp) VALUES (NEW.policy_version, NEW.policy_stamp)
            ON CONFLICT (version) DO UPDATE SET stamp = EXCLUDED.stamp, rule_ids = NULL, workflow_ids = NULL;
          DELETE FROM policy_changes WHERE version <= NEW.policy_version - 10000;
        END IF;
        RETURN NEW;
      END $$;

      -- The lock of the settings' row is held to the end of the transaction: versions become visible in their order.
      CREATE FUNCTION record_policy_change(changed_rules uuid[], changed_workflows uuid[]) RETURNS void
        LANGUAGE plpgsql AS $$
      DECLARE made bigint;
      BEGIN
        UPDATE platform_settings SET policy_version = policy_version + 1 RETURNING policy_version INTO made;
        IF cardinality(changed_rules) <= 1000 AND cardinality(changed_workflows) <= 1000 THEN
          UPDATE policy_changes SET rule_ids = changed_rules, workflow_ids = changed_workflows WHERE version = made;
        END IF;
      END $$;

      -- One id more than are recorded is enough to say that there are too many.
      CREATE FUNCTION record_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM record_policy_change(ARRAY(SELECT id FROM changed LIMIT 1001), '{}');
        RETURN NULL;
      END $$;
      CREATE FUNCTION record_rule_update() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM record_policy_change(ARRAY(
          (SELECT id FROM changed LIMIT 1001) UNION (SELECT id FROM unchanged LIMIT 1001)), '{}');
        RETURN NULL;
      END $$;
      CREATE FUNCTION record_workflow_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM record_policy_change('{}', ARRAY(SELECT id FROM changed LIMIT 1001));
        RETURN NULL;
      END $$;
      CREATE FUNCTION record_workflow_update() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM record_policy_change('{}', ARRAY(
          (SELECT id FROM changed LIMIT 1001) UNION (SELECT id FROM unchanged LIMIT 1001)));
        RETURN NULL;
      END $$;
      -- Decisions take a project's teams from the request, not from what is compiled.
      CREATE FUNCTION record_team_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM record_policy_change('{}', '{}');
        RETURN NULL;
      END $$;
      CREATE FUNCTION record_policy_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM record_policy_change(NULL, NULL);
        RETURN NULL;
      END $$;

      DROP TRIGGER tg_policy_rules_version ON policy_rules;
      DROP TRIGGER tg_workflows_version ON workflows;
      DROP TRIGGER tg_team_closure_version ON team_closure;
      ${triggersOf('policy_rules', 'rule')}
      ${triggersOf('workflows', 'workflow')}
      CREATE TRIGGER tg_team_closure_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON team_closure
        FOR EACH STATEMENT EXECUTE FUNCTION record_team_change();
      DROP FUNCTION bump_policy_version();
    `);
  }

  down = forwardOnly;
}

/** One trigger for each kind of statement: only such a trigger sees the rows that the statement changed. */
function triggersOf(table: string, noun: string): string {
  return `
      CREATE TRIGGER tg_${table}_inserted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION record_${noun}_change();
      CREATE TRIGGER tg_${table}_updated AFTER UPDATE ON ${table} REFERENCING NEW TABLE AS changed OLD TABLE AS unchanged
        FOR EACH STATEMENT EXECUTE FUNCTION record_${noun}_update();
      CREATE TRIGGER tg_${table}_deleted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION record_${noun}_change();
      CREATE TRIGGER tg_${table}_truncated AFTER TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION record_policy_truncation();`;
}
