import { auditColumns, type AuditEvent, auditRows, INSERT_AUDIT_EVENT } from '#libs/audit';
import type { NewJob } from './job.js';

/** Queues a job and records it; takes `enqueueParameters`. */
export const ENQUEUE = `WITH job AS (
    INSERT INTO jobs (id, kind, request_id, provider_connection_id, cluster_name, target, secret_ref, keys,
      value_ttl_seconds, correlation_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))
  ${INSERT_AUDIT_EVENT} SELECT event.* FROM ${auditRows(11)} AS event`;

export function enqueueParameters(id: string, job: NewJob, event: AuditEvent): unknown[] {
  const target = job.target ? JSON.stringify(job.target) : null;
  return [
    ...[id, job.kind, job.requestId, job.connectionId, job.clusterName, target, job.secretRef],
    ...[[...job.keys], job.valueTtlSeconds, job.correlationId],
    ...auditColumns([event]),
  ];
}
