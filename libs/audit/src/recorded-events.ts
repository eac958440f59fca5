import { CallVariable } from '#libs/core';

const current = new CallVariable<RecordedEvents>();

/** Counts the audit events written during a call. */
export class RecordedEvents {
  private events = 0;

  get count(): number {
    return this.events;
  }

  /** Runs `work` and counts what it records. */
  during<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  /** Adds events to the current call: for statements that write their own, and replayed responses. */
  static add(events = 1): void {
    const recorded = current.get();
    if (recorded) recorded.events += events;
  }
}
