export const JOB_SETTINGS = Symbol('job-settings');

export interface JobSettings {
  /** Duration of a lease in seconds; heartbeats renew it (SVC_JOB_LEASE_TTL). */
  readonly leaseSeconds: number;
  /** A direct connection for LISTEN, which a pooler does not support; null in a process without polls. */
  readonly listenUrl: string | null;
}
