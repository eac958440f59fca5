/** What a submit names. */
export interface CrossTeamTarget {
  readonly targetTeamId: string;
  readonly targetProjectId: string;
  readonly targetEnvironmentId: string;
  readonly connectionId: string;
  readonly secretRef: string;
  readonly keys: readonly string[];
  /** Null: whichever project fits (D36). */
  readonly sourceProjectId: string | null;
  readonly justification: string | null;
}
