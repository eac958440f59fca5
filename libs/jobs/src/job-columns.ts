/** The columns of a Job under its members' names. Requires `jobs` in scope under that name. */
export const JOB_COLUMNS = `jobs.id, jobs.kind, jobs.status, jobs.request_id AS "requestId",
  jobs.provider_connection_id AS "connectionId", jobs.cluster_name AS "clusterName", jobs.target,
  jobs.secret_ref AS "secretRef", jobs.keys, jobs.value_ttl_seconds AS "valueTtlSeconds",
  jobs.correlation_id AS "correlationId", jobs.agent_id AS "agentId", jobs.held_by AS "heldBy", jobs.attempt,
  jobs.lease_expires_at AS "leaseExpiresAt", jobs.error`;
