import { StateError } from '../identity/agent-state.js';
import type { SecretRotation } from '../identity/secret-rotation.js';
import { RemoteError } from '../remote-error.js';
import { retryAfterOf, failureFields } from './failure-fields.js';
import type { LoopParts } from './loop-parts.js';

const HOUR_MS = 3_600_000;
/** Poll interval while the old and the new secret are both valid. */
const SETTLING_MS = 5000;
const AFTER_FAILURE_MS = 30_000;

/** Replaces the agent's secret whenever it is due, until the signal aborts. */
export async function rotationLoop(
  { log, clock }: LoopParts,
  rotation: SecretRotation,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let waitMs: number;
    try {
      const dueMs = await rotation.dueIn();
      if (dueMs === 0) {
        const validUntil = await rotation.rotate(signal);
        log.info('agent secret rotated', { previous_valid_until: validUntil.toISOString() });
      }
      waitMs = (await rotation.settle()) ? SETTLING_MS : Math.min(dueMs || HOUR_MS, HOUR_MS);
    } catch (error) {
      const isStateFault = error instanceof StateError;
      const fields = isStateFault ? { reason: error.message } : failureFields(error);
      log.warn('rotating the agent secret failed', fields);
      const mayPass = error instanceof RemoteError && error.retryable;
      waitMs = retryAfterOf(error) ?? (mayPass ? AFTER_FAILURE_MS : HOUR_MS);
    }
    await clock.sleep(waitMs, signal);
  }
}
