import type { ExchangeAnswer } from '../../http/exchange.js';
import type { AllowedAddress } from '../allowed-address.js';
import { StoreError } from '../store-error.js';
import { storeExchange } from '../store-exchange.js';

/** A namespace of a server of the vault type. */
export interface VaultEndpoint {
  address: AllowedAddress;
  /** '' for the root. */
  namespace: string;
  /** Certificate authority in PEM; null for the system's. */
  ca: string | null;
}

export interface VaultRequest {
  method: 'GET' | 'POST';
  /** Below /v1/; its segments are encoded here. */
  path: string;
  query?: string;
  /** JSON text. */
  body?: string;
  /** None for a login. */
  token?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

/** Sends a request and returns the response, of any status. @throws StoreError if there is no response */
export async function vaultExchange(endpoint: VaultEndpoint, request: VaultRequest): Promise<ExchangeAnswer> {
  const path = request.path.split('/').map(encodeURIComponent).join('/');
  return storeExchange(endpoint.address, {
    method: request.method,
    path: `v1/${path}${request.query ?? ''}`,
    headers: {
      // The store's protection against server-side request forgery: a browser can't send this header.
      'X-Vault-Request': 'true',
      ...(request.token === undefined ? {} : { 'X-Vault-Token': request.token }),
      ...(endpoint.namespace === '' ? {} : { 'X-Vault-Namespace': endpoint.namespace }),
    },
    body: request.body,
    timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
    signal: request.signal,
    ca: endpoint.ca,
  });
}

/** Maps a status other than 200, 204, 400, 403 and 404 to a StoreError. */
export function vaultFailure({ status, text, retryAfterMs }: ExchangeAnswer): StoreError {
  if (status === 429) return new StoreError('store_throttled', retryAfterMs);
  if (status === 503 && /\bsealed\b/i.test(text)) return new StoreError('store_sealed', retryAfterMs);
  return new StoreError(status >= 500 ? 'store_unavailable' : 'store_answer_unexpected', retryAfterMs);
}
