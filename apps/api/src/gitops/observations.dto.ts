/** An Argo CD application as the agent sees it. */
class ObservedApplicationBody {
  name: string;
  namespace: string;
  project: string;
  /** Without credentials. */
  repo_url?: string | null;
  path?: string | null;
  target_revision?: string | null;
  /** The sync status in Argo CD: Synced, OutOfSync, Unknown. */
  sync_status: string;
  /** The health status in Argo CD: Healthy, Progressing, Degraded, Suspended, Missing, Unknown. */
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
  /** Number of observations that were not older than the stored ones. */
  recorded: number;
}
