import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Whether those who see a request are told the names of its approvers; global grants are found among many scoped ones. */
export class AddApproverDirectory1764000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE platform_settings ADD COLUMN approver_directory text NOT NULL DEFAULT 'people'
        CONSTRAINT ck_platform_settings_approver_directory CHECK (approver_directory IN ('people', 'groups'));
      CREATE INDEX ix_user_roles_global ON user_roles (role_id, user_id) WHERE project_id IS NULL AND team_id IS NULL;
    `);
  }

  down = forwardOnly;
}
