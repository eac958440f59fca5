import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Grants that hold everywhere, and grants by who made them, are listed without reading all others. */
export class IndexGrantsByOrigin1764400000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_user_roles_origin_created ON user_roles (
        (CASE granted_by WHEN 'system:oidc' THEN 'oidc' WHEN 'system:bootstrap' THEN 'bootstrap' ELSE 'manual' END), created_at, id);
      CREATE INDEX ix_user_roles_global_created ON user_roles (created_at, id)
        WHERE project_id IS NULL AND team_id IS NULL;
    `);
  }

  down = forwardOnly;
}
