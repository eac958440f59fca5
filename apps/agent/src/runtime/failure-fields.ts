import type { LogFields } from '../agent-log.js';
import { ApiError } from '../control-plane/api-error.js';
import { RemoteError } from '../remote-error.js';

/** Returns the log fields of a failed call: codes, never the text of a response. */
export function failureFields(error: unknown): LogFields {
  if (error instanceof ApiError) return { code: error.code, status: error.status };
  if (error instanceof RemoteError) return { code: error.code };
  return { code: 'internal_error', name: error instanceof Error ? error.name : 'unknown' };
}

/** Returns the milliseconds for which the control plane asked to wait, at most five minutes; null if it didn't. */
export function askedToWait(error: unknown): number | null {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return asked === null ? null : Math.min(asked, 300_000);
}
