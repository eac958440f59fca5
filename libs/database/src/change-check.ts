import { AsyncLocalStorage } from 'node:async_hooks';

/** What has to hold when a call begins to change something. */
export interface ChangeCheck {
  /** False while what was found out last is recent enough. */
  readonly isDue: boolean;
  /** Finds out again. @throws what the call is refused with; then nothing changes */
  run(): Promise<void>;
}

const checks = new AsyncLocalStorage<ChangeCheck | null>();

/** Runs `work`; each transaction in it begins with the check, where it is due. Null: `work` looks for itself. */
export function checkedBeforeChanges<Result>(check: ChangeCheck | null, work: () => Result): Result {
  return checks.run(check, work);
}

/** The check that has to be run before the next change, if any. */
export function dueCheck(): ChangeCheck | null {
  const check = checks.getStore();
  return check?.isDue ? check : null;
}
