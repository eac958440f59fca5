import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Requests are listed by environment, connection, reference, operation and expiry: each order is that of an index. */
export class IndexRequestFilters1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_access_requests_environment_age ON access_requests (environment_id, created_at, id);
      CREATE INDEX ix_access_requests_connection_age ON access_requests (provider_connection_id, created_at, id);
      -- A part of the reference: a whole one can be longer than an entry of an index may be.
      CREATE INDEX ix_access_requests_ref ON access_requests (left(secret_ref, 500) COLLATE "C", created_at, id);
      -- Most requests are reads: they are found among all.
      CREATE INDEX ix_access_requests_changes ON access_requests (operation, created_at, id) WHERE operation <> 'read';
      CREATE INDEX ix_access_requests_expires ON access_requests (expires_at, id);
    `);
  }

  down = forwardOnly;
}
