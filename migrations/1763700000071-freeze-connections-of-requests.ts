import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/**
 * A request keeps the version of its connection, which moves exactly when type, cluster or scope change: by a trigger,
 * so that the release before moves it too. Requests from before stand at the first version, as their connections do;
 * one that the release before writes later on a connection that changed since is taken for changed and fails at its claim.
 */
export class FreezeConnectionsOfRequests1763700000071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE provider_connections ADD COLUMN version integer NOT NULL DEFAULT 1;
      ALTER TABLE access_requests ADD COLUMN connection_version integer NOT NULL DEFAULT 1;

      CREATE FUNCTION count_connection_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END $$;
      CREATE TRIGGER tg_provider_connections_version BEFORE UPDATE ON provider_connections FOR EACH ROW
        WHEN ((OLD.type, OLD.cluster_name, OLD.scope) IS DISTINCT FROM (NEW.type, NEW.cluster_name, NEW.scope))
        EXECUTE FUNCTION count_connection_version();

      -- A person who is disabled leaves no open request behind, not even one that waits for its agent.
      INSERT INTO request_transitions (type, status_before, status) VALUES ('cross_team', 'approved', 'cancelled');
    `);
  }

  down = forwardOnly;
}
