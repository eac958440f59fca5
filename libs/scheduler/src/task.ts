/** A piece of background work that any worker may run; one runs each tick. */
export interface Task {
  /** Name in locks and metrics (D89). */
  readonly name: string;
  /** Does what is due and gives how many rows it moved. Correct even when two workers run it at once. */
  run(): Promise<number>;
  /** For how many seconds what has waited longest has been due; 0 when nothing is. Absent for tasks without such a thing. */
  lateness?(): Promise<number>;
}
