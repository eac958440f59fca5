import type { Tx } from './tx.js';

type Step = () => void;

const steps = new WeakMap<Tx, Step[]>();

/**
 * Takes `step` once the transaction has committed, and never when it rolls back. For what may be lost when the process
 * dies in between: the step is no part of the transaction, and must not throw.
 */
export function afterCommit(tx: Tx, step: Step): void {
  const known = steps.get(tx);
  if (!known) throw new Error('This transaction was not opened by Database.transaction.');
  known.push(step);
}

/** Where the steps of this transaction are kept until it has committed. */
export function keepSteps(tx: Tx, kept: Step[]): void {
  steps.set(tx, kept);
}
