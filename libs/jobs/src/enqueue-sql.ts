import { type Actor, INSERT_AUDIT_EVENT, RecordedEvents } from '#libs/audit';
import { newId } from '#libs/core';
import type { NewJob } from './job.js';

/** Queues a job and records it; takes `enqueueParameters`. */
export const ENQUEUE = `WITH job AS (
    INSERT INTO jobs (id, kind, request_id, provider_connection_id, cluster_name, target, secret_ref, keys,
      value_ttl_seconds, correlation_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    RETURNING id, kind, request_id, provider_connection_id, correlation_id)
  ${INSERT_AUDIT_EVENT}
  SELECT $11::uuid, $12::text, 'job.enqueue', 'job:' || id, 'success',
    jsonb_build_object('kind', kind, 'request_id', request_id, 'provider_connection_id', provider_connection_id),
    correlation_id
  FROM job`;

/** Returns the parameters of ENQUEUE, and adds its event to the current call's RecordedEvents. */
export function enqueueParameters(id: string, job: NewJob, actor: Actor): unknown[] {
  RecordedEvents.add();
  const target = job.target ? JSON.stringify(job.target) : null;
  return [
    ...[id, job.kind, job.requestId, job.connectionId, job.clusterName, target, job.secretRef],
    ...[[...job.keys], job.valueTtlSeconds, job.correlationId],
    ...[newId(), actor],
  ];
}
