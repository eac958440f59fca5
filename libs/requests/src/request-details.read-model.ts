import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';

/** Details of one request that are not in AccessRequest. */
export interface RequestDetails {
  /** The rule of its submission. The name is null when no version of the rule is stored. */
  readonly rule_id: string;
  readonly rule_name: string | null;
  readonly rule_version: number | null;
  readonly workflow_name: string | null;
  readonly decided_at: Date;
  readonly approved_at: Date | null;
  /** Lifetimes in seconds, as frozen at submission. */
  readonly request_ttl_seconds: number;
  readonly wrap_ttl_created_seconds: number;
  readonly wrap_ttl_approved_seconds: number;
  readonly wrap_ttl_claimed_seconds: number;
  readonly job: RequestJob | null;
}

export interface RequestJob {
  readonly id: string;
  readonly status: 'queued' | 'claimed' | 'succeeded' | 'failed';
  readonly attempt: number;
  readonly agent_name: string | null;
  readonly claimed_at: Date | null;
}

type JobColumns = { readonly [Name in keyof RequestJob as `job_${Name}`]: RequestJob[Name] | null };
type Row = Omit<RequestDetails, 'job'> & JobColumns;

/** The rule as of the submission: the latest version that is not newer than the request. */
const DETAILS = `SELECT r.policy_rule_id AS rule_id, coalesce(v.rule ->> 'name', p.name) AS rule_name,
    v.version AS rule_version, w.name AS workflow_name, r.created_at AS decided_at, r.approved_at,
    r.request_ttl_seconds, r.wrap_ttl_created_seconds, r.wrap_ttl_approved_seconds, r.wrap_ttl_claimed_seconds,
    j.id AS job_id, j.status AS job_status, j.attempt AS job_attempt, a.name AS job_agent_name, j.claimed_at AS job_claimed_at
  FROM access_requests r
    LEFT JOIN LATERAL (SELECT x.version, x.rule FROM policy_rule_versions x
      WHERE x.rule_id = r.policy_rule_id AND x.changed_at <= r.created_at ORDER BY x.version DESC LIMIT 1) v ON true
    LEFT JOIN policy_rules p ON p.id = r.policy_rule_id
    LEFT JOIN workflows w ON w.id = r.workflow_id
    LEFT JOIN jobs j ON j.request_id = r.id
    LEFT JOIN agents a ON a.id = j.agent_id
  WHERE r.id = $1`;

/** Reads the deciding rule and the job of a request. */
@Injectable()
export class RequestDetailsReadModel {
  constructor(private readonly database: Database) {}

  /** @param id of a request that is visible to the caller; not checked here */
  async of(id: string): Promise<RequestDetails> {
    const [row] = await this.database.query<Row>(DETAILS, [id]);
    const { job_id, job_status, job_attempt, job_agent_name, job_claimed_at, ...details } = row as Row;
    if (job_id === null || job_status === null || job_attempt === null) return { ...details, job: null };
    const job = { id: job_id, status: job_status, attempt: job_attempt };
    return { ...details, job: { ...job, agent_name: job_agent_name, claimed_at: job_claimed_at } };
  }
}
