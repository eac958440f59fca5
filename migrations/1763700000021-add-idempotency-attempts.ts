import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** A key knows which attempt holds it, and since when what it stands for has been carried out. */
export class AddIdempotencyAttempts1763700000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idempotency_keys
        ADD COLUMN attempt uuid NOT NULL DEFAULT gen_random_uuid(),
        -- Written in the transaction that did it: from then on the key is never given back.
        ADD COLUMN carried_out_at timestamptz;
    `);
  }

  down = forwardOnly;
}
