/** The input of a submission. */
export interface CrossTeamTarget {
  readonly targetTeamId: string;
  readonly targetProjectId: string;
  readonly targetEnvironmentId: string;
  readonly connectionId: string;
  readonly secretRef: string;
  readonly keys: readonly string[];
  /** Null to find the matching project (D36). */
  readonly sourceProjectId: string | null;
  readonly justification: string | null;
}
