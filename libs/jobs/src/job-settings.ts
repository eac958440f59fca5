export const JOB_SETTINGS = Symbol('job-settings');

export interface JobSettings {
  /** How long a claim lasts unless a heartbeat renews it, in seconds (SVC_JOB_LEASE_TTL). */
  readonly leaseSeconds: number;
  /** A direct connection for LISTEN, which a pooler can't carry; null in a process without polls. */
  readonly listenUrl: string | null;
}
