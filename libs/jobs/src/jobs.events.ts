import type { Actor, AuditEvent } from '#libs/audit';
import type { Job } from './job.js';

/** The actor when a lease has expired. */
const QUEUE: Actor = 'system:job_queue';

/**
 * The audit events of jobs; `job.enqueue` is part of the statement ENQUEUE. All carry the job's correlation id, which is
 * its request's.
 */
export const jobEvents = {
  claimed: (job: Job): AuditEvent => ({
    ...about(job, `agent:${job.agentId}`, 'job.claim'),
    status: 'success',
  }),
  leaseExpired: (job: Job, attempt: number, agentId: string | null): AuditEvent => ({
    ...about(job, QUEUE, 'job.lease_expired'),
    status: 'failure',
    metadata: { kind: job.kind, request_id: job.requestId, attempt, agent_id: agentId },
  }),
  completed: (job: Job): AuditEvent => ({
    ...about(job, `agent:${job.agentId}`, 'job.complete'),
    status: job.status === 'succeeded' ? 'success' : 'failure',
  }),
  /** The queue ends a job that no agent will execute; `reason` is a code of the service, never an agent's text. */
  ended: (job: Job, reason: string, actor: Actor = QUEUE): AuditEvent => ({
    ...about(job, actor, 'job.complete'),
    status: 'failure',
    metadata: { kind: job.kind, request_id: job.requestId, attempt: job.attempt, error_kind: reason },
  }),
};

function about(job: Job, actor: Actor, action: string): Omit<AuditEvent, 'status'> {
  return {
    actor,
    action,
    resource: `job:${job.id}`,
    metadata: { kind: job.kind, request_id: job.requestId, attempt: job.attempt },
    correlationId: job.correlationId,
  };
}
