import { INSERT_AUDIT_EVENT } from '#libs/audit';
import { JOB_COLUMNS } from './job-columns.js';

/**
 * Completes a job in one statement, for kinds whose owner has no hook at completion: ends the job if the agent holds it
 * (`ownership`) and records that. Returns a row if it did.
 * $1 job, $2 agent, $3 the reported attempt or null, $4 status, $5 error, $6 the kinds, $7 event
 */
export const COMPLETE = `WITH done AS (
    UPDATE jobs SET status = $4, error = $5, finished_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE jobs.id = $1 AND jobs.status = 'claimed' AND jobs.agent_id = $2::uuid AND $2::uuid = ANY (jobs.held_by)
      AND jobs.attempt = coalesce($3::int, jobs.attempt) AND jobs.kind = ANY ($6::text[])
    RETURNING ${JOB_COLUMNS}),
  recorded AS (
    ${INSERT_AUDIT_EVENT}
    SELECT $7::uuid, 'agent:' || "agentId", 'job.complete', 'job:' || id,
      CASE status WHEN 'succeeded' THEN 'success' ELSE 'failure' END,
      jsonb_build_object('kind', kind, 'request_id', "requestId", 'attempt', attempt), "correlationId"
    FROM done)
  SELECT id FROM done`;
