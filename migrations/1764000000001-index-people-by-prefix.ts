import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** People are found by the beginning of their e-mail or display name (directory of people). */
export class IndexPeopleByPrefix1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_users_email_prefix ON users (email_key COLLATE "C");
      CREATE INDEX ix_users_name_prefix ON users (lower(display_name) COLLATE "C") WHERE display_name IS NOT NULL;
    `);
  }

  down = forwardOnly;
}
