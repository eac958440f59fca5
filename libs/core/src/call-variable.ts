import { AsyncLocalStorage } from 'node:async_hooks';

/** One storage for all variables: on Node 20 each storage in use costs time at every promise that is created. */
const values = new AsyncLocalStorage<ReadonlyMap<CallVariable<unknown>, unknown>>();

/** A value that belongs to the call being served, and is seen by everything that it awaits. */
export class CallVariable<Value> {
  /** Runs `work` with this value and returns its result. */
  run<Result>(value: Value, work: () => Result): Result {
    return values.run(new Map(values.getStore()).set(this, value), work);
  }

  /** Returns the value of the innermost `run`, undefined outside of any. */
  get(): Value | undefined {
    return values.getStore()?.get(this) as Value | undefined;
  }
}
