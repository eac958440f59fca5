import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** A page of grants, or of a connection's bindings, costs the same however many there are (bench/growth). */
export class IndexGrantsAndBindings1763700000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_user_roles_created ON user_roles (created_at, id);
      CREATE INDEX ix_user_roles_role_created ON user_roles (role_id, created_at, id);
      DROP INDEX ix_user_roles_role;
      -- The unique indexes are partial, so that a list of both kinds of bindings can use neither.
      CREATE INDEX ix_provider_connection_bindings_connection ON provider_connection_bindings (connection_id, created_at, id);
    `);
  }

  down = forwardOnly;
}
