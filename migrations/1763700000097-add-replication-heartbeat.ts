import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** One row that is written anew every second while a read replica is configured: a replica that has it has all before it. */
export class AddReplicationHeartbeat1763700000097 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE replication_heartbeat (
        one_row boolean CONSTRAINT pk_replication_heartbeat PRIMARY KEY DEFAULT true
          CONSTRAINT ck_replication_heartbeat_one_row CHECK (one_row),
        -- Random, so that a replica that went another way in a failover never has the primary's.
        token uuid NOT NULL,
        beat_at timestamptz NOT NULL
      );
      INSERT INTO replication_heartbeat (token, beat_at) VALUES (gen_random_uuid(), clock_timestamp());
    `);
  }

  down = forwardOnly;
}
