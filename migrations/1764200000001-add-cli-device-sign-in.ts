import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Whether command lines may be signed in by a typed code, which can be phished: off unless somebody switches it on. */
export class AddCliDeviceSignIn1764200000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE platform_settings ADD COLUMN cli_device_sign_in boolean NOT NULL DEFAULT false`,
    );
  }

  down = forwardOnly;
}
