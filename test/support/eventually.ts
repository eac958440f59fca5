import { setTimeout as sleep } from 'node:timers/promises';

/** Below the time limit of a test, whose failure would not say what never came. */
const STALL_TIMEOUT_MS = 50_000;
const FIRST_PAUSE_MS = 10;
/** Each call takes milliseconds of a core from the other suites. */
const LONGEST_PAUSE_MS = 100;

/** Polls until the function returns a value, at growing distances; fails after a deadline. */
export async function eventually<T>(
  ask: () => Promise<T | null | undefined | false>,
  what: string,
  patienceMs = STALL_TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; Date.now() < deadline; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(pause);
  }
  throw new Error(`never came: ${what}`);
}
