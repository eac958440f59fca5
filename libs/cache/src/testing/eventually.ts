import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the answer is true; only the test's own timeout ends it otherwise. */
export async function eventually(question: () => Promise<boolean>): Promise<void> {
  while (!(await question())) await sleep(50);
}
