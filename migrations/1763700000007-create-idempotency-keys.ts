import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What a caller's Idempotency-Key stood for, and what was answered (D15). */
export class CreateIdempotencyKeys1763700000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        caller_id uuid NOT NULL CONSTRAINT fk_idempotency_keys_caller REFERENCES users (id) ON DELETE CASCADE,
        key text NOT NULL CONSTRAINT ck_idempotency_keys_key CHECK (length(key) BETWEEN 1 AND 255),
        -- An HMAC of the call: a plain hash of a body with values could be guessed offline.
        fingerprint bytea NOT NULL CONSTRAINT ck_idempotency_keys_fingerprint CHECK (octet_length(fingerprint) = 32),
        -- Null while the first call is under way. As text, so that it is replayed as it was sent.
        response text,
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (caller_id, key)
      );
      CREATE INDEX ix_idempotency_keys_started ON idempotency_keys (started_at);
    `);
  }

  down = forwardOnly;
}
