import { setTimeout as sleep } from 'node:timers/promises';

const STALL_TIMEOUT_MS = 20_000;

/** Polls until the function returns a value; fails after a deadline. */
export async function eventually<T>(
  ask: () => Promise<T | null | undefined | false>,
  what: string,
  patienceMs = STALL_TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(25);
  }
  throw new Error(`never came: ${what}`);
}
