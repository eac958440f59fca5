import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Who has seen a secret is asked by its reference: the newest requests of one are found without looking at others. */
export class IndexRequestsOfASecret1764100000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A part of the reference: a whole one can be longer than an entry of an index may be.
      CREATE INDEX ix_access_requests_secret ON access_requests
        (provider_connection_id, left(secret_ref, 200), created_at, id);
    `);
  }

  down = forwardOnly;
}
