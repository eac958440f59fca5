import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** The ticks of discovery and the lists of rules cost the same however many there are (bench/growth). */
export class IndexDueDiscoveriesAndPlatformRules1763700000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When a scheduled connection's next run is due, as libs/providers asks for it.
      CREATE INDEX ix_provider_connections_due ON provider_connections (
        coalesce((last_discover_started_at AT TIME ZONE 'UTC') + make_interval(secs => discover_interval_seconds
          * (1 + (hashtextextended(id::text, extract(epoch FROM (last_discover_started_at AT TIME ZONE 'UTC'))::bigint)
            & 1023) / 10230.0)), '-infinity'), id)
        WHERE discover_enabled AND status = 'active' AND cluster_name IS NOT NULL;
      CREATE INDEX ix_provider_connections_running ON provider_connections (last_discover_started_at)
        WHERE last_discover_status = 'running';
      -- One expression, so that the planner knows how few have neither: it takes two columns for independent.
      CREATE INDEX ix_policy_rules_anchor ON policy_rules ((coalesce(project_id, team_id)));
      CREATE INDEX ix_policy_rules_platform ON policy_rules (created_at, id) WHERE coalesce(project_id, team_id) IS NULL;
      -- The planner knows nothing of an expression before that.
      ANALYZE provider_connections, policy_rules;
    `);
  }

  down = forwardOnly;
}
