import { INSERT_AUDIT_EVENT } from '#libs/audit';
import { JOB_COLUMNS } from './job-columns.js';
import { jobEventSql } from './job-event-sql.js';

/**
 * The whole completion in one statement, for kinds whose owner does nothing then: it ends a job that the agent holds
 * (`standing`) and records that, or does nothing. Gives a row when it did.
 * $1 job, $2 agent, $3 the attempt that it means or null, $4 status, $5 error, $6 the kinds, $7 event
 */
export const COMPLETE = `WITH done AS (
    UPDATE jobs SET status = $4, error = $5, finished_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE jobs.id = $1 AND jobs.status = 'claimed' AND jobs.agent_id = $2::uuid AND $2::uuid = ANY (jobs.held_by)
      AND jobs.attempt = coalesce($3::int, jobs.attempt) AND jobs.kind = ANY ($6::text[])
    RETURNING ${JOB_COLUMNS}),
  recorded AS (${INSERT_AUDIT_EVENT} ${jobEventSql('completed', '$7', 'done')})
  SELECT id FROM done`;
