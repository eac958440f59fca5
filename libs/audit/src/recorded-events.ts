import { CallVariable } from '#libs/core';

const current = new CallVariable<RecordedEvents>();

/** Counts the audit events that are written while a call is carried out. */
export class RecordedEvents {
  private events = 0;

  get count(): number {
    return this.events;
  }

  /** Runs `work` and counts what it records. */
  during<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  /** Counts an event for the call under way: for statements that write theirs themselves, and answers kept from before. */
  static add(events = 1): void {
    const recorded = current.get();
    if (recorded) recorded.events += events;
  }
}
