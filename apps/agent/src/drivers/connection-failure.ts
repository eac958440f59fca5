import { type ExchangeFailure, failureOfCode } from '../http/exchange.js';
import type { StoreErrorCode } from './store-error.js';

/** The error code for each cause of a missing response. */
export const FAILURE_CODES: Record<ExchangeFailure, StoreErrorCode> = {
  dns: 'store_dns_failed',
  tls: 'store_tls_failed',
  unreachable: 'store_unreachable',
  timeout: 'store_timeout',
  aborted: 'store_unavailable',
  answer_too_large: 'store_answer_unexpected',
};

const SYSTEM_CODE =
  /^(ECONN|EAI_|ENOTFOUND|EHOST|ENET|EPIPE|EPROTO|ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_)/;

/**
 * Returns the code for a library's error without a response: the system's code is on it or on one of its causes. Null if
 * there is none. Messages are neither read nor passed on.
 */
export function connectionFailureOf(error: unknown, depth = 0): StoreErrorCode | null {
  if (typeof error !== 'object' || error === null || depth > 5) return null;
  const { code, name, cause, errors } = error as Record<string, unknown>;
  if (code === 'ETIMEDOUT') return 'store_timeout';
  if (typeof code === 'string' && SYSTEM_CODE.test(code)) return FAILURE_CODES[failureOfCode(code)];
  if (name === 'TimeoutError') return 'store_timeout';
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  for (const each of inner) {
    const found = connectionFailureOf(each, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
