import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

type Step = (tx: Tx) => Promise<void>;

const steps = new AsyncLocalStorage<Step>();

/**
 * Runs `work`; every transaction that it makes takes `step` as its last before it commits. For what must be
 * known of a call exactly when the call took effect, whoever carries it out.
 */
export async function beforeEachCommit<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
  return steps.run(step, work);
}

/** Whether a step waits for the commit of what the call does. */
export function hasLastStep(): boolean {
  return steps.getStore() !== undefined;
}

/** The last step of a transaction. */
export async function takeLastStep(tx: Tx): Promise<void> {
  await steps.getStore()?.(tx);
}
