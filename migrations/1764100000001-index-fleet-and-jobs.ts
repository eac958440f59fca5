import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** A page of jobs, or of agents by what is filtered for, costs the same however many there are (bench/growth). */
export class IndexFleetAndJobs1764100000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      -- One for each filter, in an order that only these have: the planner can't read all jobs for the few of a filter.
      -- The two that leave out the common case cost a read request, which most jobs are of, no entry at its end.
      CREATE INDEX ix_jobs_created ON jobs (created_at, id);
      CREATE INDEX ix_jobs_connection ON jobs (provider_connection_id, (created_at AT TIME ZONE 'UTC'), id);
      CREATE INDEX ix_jobs_agent_created ON jobs (agent_id, (created_at AT TIME ZONE 'UTC'), id) WHERE agent_id IS NOT NULL;
      CREATE INDEX ix_jobs_status ON jobs (status, (created_at AT TIME ZONE 'UTC'), id) WHERE status <> 'succeeded';
      CREATE INDEX ix_jobs_kind ON jobs (kind, (created_at AT TIME ZONE 'UTC'), id) WHERE kind <> 'read';

      CREATE INDEX ix_agents_status ON agents (status, created_at, id);
      CREATE INDEX ix_agents_version ON agents (version, created_at, id);
      CREATE INDEX ix_agents_name ON agents USING gin (name gin_trgm_ops);
      CREATE INDEX ix_agents_connection_created ON agents (provider_connection_id, created_at, id);
      DROP INDEX ix_agents_connection;
    `);
  }

  down = forwardOnly;
}
