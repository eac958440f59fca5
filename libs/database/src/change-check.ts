import { CallVariable } from '#libs/core';

/** A check that a call has to pass before it changes anything. */
export interface ChangeCheck {
  /** False while the last result is recent enough. */
  readonly isDue: boolean;
  /** Checks again. @throws what the call is refused with; then nothing changes */
  run(): Promise<void>;
}

const checks = new CallVariable<ChangeCheck | null>();

/** Runs `work` and returns its result; each transaction in it begins with the check, where it is due. Null for no check. */
export function checkedBeforeChanges<Result>(check: ChangeCheck | null, work: () => Result): Result {
  return checks.run(check, work);
}

/** Returns the check that has to be run before the next change, null for none. */
export function dueCheck(): ChangeCheck | null {
  const check = checks.get();
  return check?.isDue ? check : null;
}
