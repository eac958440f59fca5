import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is yes, and gives up only with the test's own deadline. */
export async function eventually(question: () => Promise<boolean>): Promise<void> {
  while (!(await question())) await sleep(50);
}
