/** Periodic work of the workers; each run is done by one of them. */
export interface Task {
  /** Its name in the registry, in the cache's lock and in metrics (D89). */
  readonly name: string;
  /** Milliseconds from the end of a run to the start of the next. */
  readonly everyMs: number;
  /** Does the due work and returns the number of changed rows. Must be correct even if two workers run it concurrently. */
  readonly run: () => Promise<number>;
  /**
   * Returns the seconds for which the oldest due row has been due; 0 if there is none. Absent for work that is never late.
   */
  readonly lateness?: () => Promise<number>;
}
