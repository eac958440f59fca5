/** An Argo CD application as the agent sees it. */
class ObservedApplicationBody {
  name: string;
  namespace: string;
  project: string;
  /** Credentials in it are left out. */
  repo_url?: string | null;
  path?: string | null;
  target_revision?: string | null;
  /** As Argo CD calls it: Synced, OutOfSync, Unknown. */
  sync_status: string;
  /** As Argo CD calls it: Healthy, Progressing, Degraded, Suspended, Missing, Unknown. */
  health_status: string;
  revision?: string | null;
  observed_at: string;
}

/** For the API's description; ObservationsPipe checks it. */
export class ObservationsBody {
  endpoint_id: string;
  /** At most 1,000, each once. */
  applications: ObservedApplicationBody[];
}

export class RecordedResponse {
  /** How many were not older than what was known of them. */
  recorded: number;
}
