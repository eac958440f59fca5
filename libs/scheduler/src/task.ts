/** Periodic work that any worker may run; one of them runs it each time. */
export interface Task {
  /** Its name in the registry, in the cache's lock and in metrics (D89). */
  readonly name: string;
  /** Milliseconds from the end of a run to the start of the next. */
  readonly everyMs: number;
  /** Does what is due and returns how many rows it changed. Must be correct even when two workers run it at once. */
  readonly run: () => Promise<number>;
  /** Returns for how many seconds the oldest due row has been due; 0 when none is. Absent for work that is never late. */
  readonly lateness?: () => Promise<number>;
}
