import type { ExchangeAnswer } from '../../http/exchange.js';
import type { AllowedAddress } from '../allowed-address.js';
import { StoreError } from '../store-error.js';
import { storeExchange } from '../store-exchange.js';

/** One server of the Vault kind, as one namespace of it is asked. */
export interface VaultEndpoint {
  address: AllowedAddress;
  /** '' for the root. */
  namespace: string;
  /** PEM of the certificate authority to trust instead of the system's. */
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

/** One request, one answer of any status. @throws StoreError when no answer came */
export async function askVault(endpoint: VaultEndpoint, request: VaultRequest): Promise<ExchangeAnswer> {
  const path = request.path.split('/').map(encodeURIComponent).join('/');
  return storeExchange(endpoint.address, {
    method: request.method,
    path: `v1/${path}${request.query ?? ''}`,
    headers: {
      // Tells the store that this isn't a browser that was tricked into a request.
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

/** Maps a status outside of 200, 204, 400, 403 and 404 to a failure. */
export function vaultFailure({ status, text, retryAfterMs }: ExchangeAnswer): StoreError {
  if (status === 429) return new StoreError('store_throttled', retryAfterMs);
  if (status === 503 && /\bsealed\b/i.test(text)) return new StoreError('store_sealed', retryAfterMs);
  return new StoreError(status >= 500 ? 'store_unavailable' : 'store_answer_unexpected', retryAfterMs);
}
