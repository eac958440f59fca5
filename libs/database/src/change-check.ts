import { CallVariable } from '#libs/core';

/** A check that a call must pass before it changes anything. */
export interface ChangeCheck {
  /** False while the last result is recent enough. */
  readonly isDue: boolean;
  /** Checks again. @throws the refusal of the call; nothing is changed then */
  run(): Promise<void>;
}

const checks = new CallVariable<ChangeCheck | null>();

/** Runs `work` and returns its result; each transaction in it begins with the check if it is due. Null for no check. */
export function checkedBeforeChanges<Result>(check: ChangeCheck | null, work: () => Result): Result {
  return checks.run(check, work);
}

/** Returns the check that is due before the next change, or null. */
export function dueCheck(): ChangeCheck | null {
  const check = checks.get();
  return check?.isDue ? check : null;
}
