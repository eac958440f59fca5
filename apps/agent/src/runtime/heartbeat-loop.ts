import { backoffDelay } from '../backoff.js';
import { retryAfterOf, failureFields } from './failure-fields.js';
import type { LoopParts } from './loop-parts.js';

// Six heartbeats a minute are allowed: even the shortest interval of 10 s respects that.
const AFTER_FAILURE = { baseMs: 20_000, capMs: 30_000 };
const MIN_SECONDS = 10;
const MAX_SECONDS = 300;

/** Sends heartbeats and renews the agent's leases, until the signal aborts. */
export async function heartbeatLoop(parts: LoopParts, signal: AbortSignal): Promise<void> {
  const { client, health, log, clock, refusals, running } = parts;
  let failures = 0;
  while (!signal.aborted) {
    let waitMs: number;
    try {
      const { gitopsEndpoints, nextSeconds } = await client.heartbeat(running.ids(), signal);
      parts.endpoints = gitopsEndpoints;
      health.heartbeatAccepted();
      refusals.accepted();
      failures = 0;
      waitMs = Math.min(Math.max(nextSeconds, MIN_SECONDS), MAX_SECONDS) * 1000;
    } catch (error) {
      if (signal.aborted) return;
      refusals.failed(error);
      log.warn('heartbeat failed', failureFields(error));
      waitMs = retryAfterOf(error) ?? backoffDelay(failures, AFTER_FAILURE, clock.random);
      failures += 1;
    }
    await clock.sleep(waitMs, signal);
  }
}
