import { IsIn } from 'class-validator';
import { AGE_ORDERS, type AgeOrder } from '#libs/database';
import {
  JOB_KINDS,
  type JobFilter,
  type JobKind,
  type JobStatus,
  type JobSummary,
  type StartedJob,
} from '#libs/jobs';
import { noAgentWarnings } from '#libs/providers';
import { instantOf, IsInstant } from '../http/is-instant.js';
import { IfPresent, IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';
import { WarningResponse } from '../http/warning.dto.js';

const STATUSES = ['queued', 'claimed', 'succeeded', 'failed'] as const satisfies readonly JobStatus[];

/** The filters of the list of jobs; all that are given must hold. */
export class JobsQuery extends PageQuery {
  @IfPresent()
  @IsIn(STATUSES)
  status?: JobStatus;

  @IfPresent()
  @IsIn(JOB_KINDS)
  kind?: JobKind;

  @IfPresent()
  @IsId()
  provider_connection_id?: string;

  /** The agent that holds the job or held it last. */
  @IfPresent()
  @IsId()
  agent_id?: string;

  /** Jobs created at this time or later. */
  @IfPresent()
  @IsInstant()
  since?: string;

  /** Oldest first, or newest first (`-created_at`). */
  @IfPresent()
  @IsIn(AGE_ORDERS)
  order?: AgeOrder;

  static filter(this: void, query: JobsQuery): JobFilter {
    const { status, kind, provider_connection_id: connectionId, agent_id: agentId } = query;
    const since = query.since === undefined ? undefined : instantOf(query.since);
    return { status, kind, connectionId, agentId, since };
  }
}

export class StartJobBody {
  @IsIn(JOB_KINDS)
  kind: JobKind;

  @IsId()
  provider_connection_id: string;
}

export class StartedJobResponse {
  job_id: string;
  correlation_id: string;
  /** `no_agent_alive` when no agent of the connection sent a heartbeat recently; the job stays queued. */
  warnings: WarningResponse[];

  static of(this: void, job: StartedJob): StartedJobResponse {
    const { jobId, correlationId, agentsAlive } = job;
    return { job_id: jobId, correlation_id: correlationId, warnings: noAgentWarnings(agentsAlive) };
  }
}

export class JobResponse {
  id: string;
  kind: JobKind;
  status: JobSummary['status'];
  provider_connection_id: string | null;
  request_id: string | null;
  agent_id: string | null;
  attempt: number;
  error: string | null;
  correlation_id: string;
  created_at: string;
  updated_at: string;

  static of(this: void, job: JobSummary): JobResponse {
    const { id, kind, status, attempt, error } = job;
    return {
      id,
      kind,
      status,
      provider_connection_id: job.connectionId,
      request_id: job.requestId,
      agent_id: job.agentId,
      attempt,
      error,
      correlation_id: job.correlationId,
      created_at: job.createdAt.toISOString(),
      updated_at: job.updatedAt.toISOString(),
    };
  }
}
