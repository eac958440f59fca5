/**
 * The head of a statement that queues jobs from VALUES or a SELECT: id, kind, request, connection, cluster, target,
 * secret reference, keys, lifetime of values in seconds, correlation id.
 */
export const INSERT_JOB = `INSERT INTO jobs (id, kind, request_id, provider_connection_id, cluster_name, target, secret_ref,
  keys, value_ttl_seconds, correlation_id)`;

/** What jobs must give, RETURNING or as columns, to be announced. */
export const ANNOUNCED = 'id, provider_connection_id, cluster_name';

/** Tells waiting agents of jobs in the named CTE: they hear of it when the transaction commits, and not before. */
export function announce(jobs: string): string {
  return `SELECT id, pg_notify('jobs', json_build_object('job', id, 'connection', provider_connection_id,
    'cluster', cluster_name)::text) FROM ${jobs}`;
}
