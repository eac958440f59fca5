import type { JobStatus } from './domain/job-state.js';

export const JOB_KINDS = ['read', 'patch', 'discover', 'connectivity_check'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** A store without a row: an entry of the deprecated SVC_DISCOVER_TARGETS_JSON (D79). */
export interface JobTarget {
  readonly name: string;
  readonly type: string;
  readonly scope: Readonly<Record<string, unknown>>;
}

/** A stored job. It contains key names, never values. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly status: JobStatus;
  readonly requestId: string | null;
  readonly connectionId: string | null;
  readonly clusterName: string | null;
  readonly target: JobTarget | null;
  readonly secretRef: string | null;
  readonly keys: readonly string[];
  /** Lifetime of the wraps that the agent posts, in seconds. */
  readonly valueTtlSeconds: number | null;
  readonly correlationId: string;
  readonly agentId: string | null;
  readonly heldBy: readonly string[];
  /** The fencing number: 0 before the first claim. */
  readonly attempt: number;
  readonly leaseExpiresAt: Date | null;
  readonly error: string | null;
}

/** The columns of a Job under its members' names, for statements over `jobs`. */
export const JOB_COLUMNS = `jobs.id, jobs.kind, jobs.status, jobs.request_id AS "requestId",
  jobs.provider_connection_id AS "connectionId", jobs.cluster_name AS "clusterName", jobs.target,
  jobs.secret_ref AS "secretRef", jobs.keys, jobs.value_ttl_seconds AS "valueTtlSeconds",
  jobs.correlation_id AS "correlationId", jobs.agent_id AS "agentId", jobs.held_by AS "heldBy", jobs.attempt,
  jobs.lease_expires_at AS "leaseExpiresAt", jobs.error`;

export interface NewJob {
  readonly kind: JobKind;
  readonly requestId: string | null;
  readonly connectionId: string | null;
  readonly clusterName: string | null;
  readonly target?: JobTarget | null;
  readonly secretRef: string | null;
  readonly keys: readonly string[];
  /** Lifetime in seconds of the wraps that the agent will post; null for kinds without values. */
  readonly valueTtlSeconds: number | null;
  readonly correlationId: string;
}

/** A job that was started by hand. */
export interface StartedJob {
  readonly jobId: string;
  readonly correlationId: string;
  /** Number of agents of its connection that sent a heartbeat in the last minute. */
  readonly agentsAlive: number;
}

/** A reference to a wrap that the agent can retrieve, without the value. */
export interface JobWrap {
  readonly wrap_id: string;
  readonly key_name: string;
}

export type ClaimedJob = Job & { readonly wraps: readonly JobWrap[] };

/** The claiming agent. */
export interface Claimer {
  readonly agentId: string;
  /** The connection it is bound to; null for a minted agent, which serves its cluster. */
  readonly connectionId: string | null;
  /** Null when it belongs to no cluster: it gets jobs of its connection only (D104). */
  readonly clusterName: string | null;
}

/** Number of names that a discovery found but could not report. */
export interface SkippedNames {
  readonly secrets: number;
  readonly keys: number;
}
