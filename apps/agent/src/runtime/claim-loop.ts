import { backoffDelay } from '../backoff.js';
import type { Job } from '../control-plane/job.js';
import { retryAfterOf, failureFields } from './failure-fields.js';
import type { LoopParts } from './loop-parts.js';

const WAIT_SECONDS = 25;
const AFTER_FAILURE = { baseMs: 1000, capMs: 60_000 };
// A control plane that is stopping responds to long polls at once: pause, instead of polling in a busy loop.
const PROMPT_EMPTY_MS = 1000;
const AFTER_PROMPT_EMPTY = { baseMs: 1000, capMs: 1000 };

/** Claims a job whenever one more may run, until the signal aborts. */
export async function claimLoop(
  parts: LoopParts,
  start: (job: Job) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { log, metrics, clock, refusals, running } = parts;
  let failures = 0;
  while (!signal.aborted) {
    await running.room();
    if (signal.aborted) return;
    try {
      await claimOnce(parts, start, signal);
      refusals.accepted();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      metrics.claimed('error');
      refusals.failed(error);
      log.warn('claim failed', failureFields(error));
      await clock.sleep(retryAfterOf(error) ?? backoffDelay(failures, AFTER_FAILURE, clock.random), signal);
      failures += 1;
    }
  }
}

async function claimOnce(
  { client, metrics, clock, running }: LoopParts,
  start: (job: Job) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const sentAt = clock.now();
  const job = await client.claim(WAIT_SECONDS, signal);
  metrics.claimed(job ? 'job' : 'empty');
  if (job) running.add(job.id, start(job));
  else if (clock.now() - sentAt < PROMPT_EMPTY_MS) {
    await clock.sleep(backoffDelay(0, AFTER_PROMPT_EMPTY, clock.random), signal);
  }
}
