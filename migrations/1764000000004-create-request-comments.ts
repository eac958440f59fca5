import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What people write to each other on a request. */
export class CreateRequestComments1764000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE request_comments (
        id uuid CONSTRAINT pk_request_comments PRIMARY KEY,
        request_id uuid NOT NULL CONSTRAINT fk_request_comments_request REFERENCES access_requests (id) ON DELETE CASCADE,
        author_id uuid NOT NULL CONSTRAINT fk_request_comments_author REFERENCES users (id),
        text text NOT NULL CONSTRAINT ck_request_comments_text CHECK (length(text) BETWEEN 1 AND 2000),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ix_request_comments_request ON request_comments (request_id, created_at, id);
      CREATE INDEX ix_request_comments_author ON request_comments (author_id);
    `);
  }

  down = forwardOnly;
}
