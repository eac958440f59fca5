import type { LogFields } from '../agent-log.js';
import { ApiError } from '../control-plane/api-error.js';
import { RemoteError } from '../remote-error.js';

/** Returns the log fields of a failed call: codes, never the text of a response. */
export function failureFields(error: unknown): LogFields {
  if (error instanceof ApiError) return { code: error.code, status: error.status };
  if (error instanceof RemoteError) return { code: error.code };
  return { code: 'internal_error', name: error instanceof Error ? error.name : 'unknown' };
}

/** Returns the milliseconds of the control plane's Retry-After, at most five minutes; null if it sent none. */
export function retryAfterOf(error: unknown): number | null {
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  return waitMs === null ? null : Math.min(waitMs, 300_000);
}
