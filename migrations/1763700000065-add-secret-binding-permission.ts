import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/**
 * Which permission a secret was bound to an environment with: under the strict profile only what a holder of
 * integration.edit bound is revealed directly (D95 b). Rows from before, and those that the former release writes while
 * it still runs, count as bound by a binder: an integrator who binds such a secret again makes it count.
 */
export class AddSecretBindingPermission1763700000065 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE environment_secrets ADD COLUMN bound_with text NOT NULL DEFAULT 'integration.bind'
        CONSTRAINT ck_environment_secrets_bound_with CHECK (bound_with IN ('integration.edit', 'integration.bind'));
    `);
  }

  down = forwardOnly;
}
