import type { VaultSettings } from '../../config/store-settings.js';
import { exchange, type ExchangeAnswer, ExchangeError, type ExchangeFailure } from '../../http/exchange.js';
import type { Pacing } from '../../pacing.js';
import { retrying } from '../../retrying.js';
import { StoreError, type StoreErrorCode } from '../store-error.js';
import type { VaultScope } from './vault-scope.js';

/** An answer that has a meaning to the driver: found, or not. `text` is JSON, or empty. */
export interface VaultAnswer {
  found: boolean;
  text: string;
}

const TIMEOUT_MS = 10_000;
const RETRY = { attempts: 4, baseMs: 250, capMs: 5000 };
const CAS_MISMATCH = 'check-and-set parameter did not match';

const FAILURE_CODES: Record<ExchangeFailure, StoreErrorCode> = {
  dns: 'store_dns_failed',
  tls: 'store_tls_failed',
  unreachable: 'store_unreachable',
  timeout: 'store_timeout',
  aborted: 'store_unavailable',
  answer_too_large: 'store_answer_unexpected',
};

/** The store's HTTP API for one connection: token, namespace, retries, and plain codes for every failure. */
export class VaultClient {
  constructor(
    private readonly scope: VaultScope,
    private readonly settings: VaultSettings,
    private readonly pacing: Pacing,
    private readonly signal: AbortSignal,
  ) {}

  /** GET below /v1/; segments are encoded here. @throws StoreError */
  get(path: string, query = ''): Promise<VaultAnswer> {
    return this.#send('GET', path, query);
  }

  /** POST of a JSON text. @throws StoreError, cas_conflict included */
  post(path: string, body: string): Promise<VaultAnswer> {
    return this.#send('POST', path, '', body);
  }

  #send(method: string, path: string, query: string, body?: string): Promise<VaultAnswer> {
    return retrying(
      async () => {
        const answer = await exchange({
          method,
          url: new URL(`v1/${path.split('/').map(encodeURIComponent).join('/')}${query}`, this.scope.address),
          headers: this.#headers(),
          body,
          timeoutMs: TIMEOUT_MS,
          signal: this.signal,
          ca: this.settings.ca,
        }).catch((error: unknown) => {
          if (error instanceof ExchangeError) throw new StoreError(FAILURE_CODES[error.failure]);
          throw error;
        });
        return readAnswer(answer);
      },
      RETRY,
      this.pacing,
      this.signal,
    );
  }

  #headers(): Record<string, string> {
    const token = this.settings.readToken();
    if (!token) throw new StoreError('store_credentials_missing');
    return {
      'X-Vault-Token': Buffer.from(token.reveal()).toString('utf8'),
      // Tells the store that this isn't a browser that was tricked into a request.
      'X-Vault-Request': 'true',
      ...(this.scope.namespace === '' ? {} : { 'X-Vault-Namespace': this.scope.namespace }),
    };
  }
}

function readAnswer({ status, text, retryAfterMs }: ExchangeAnswer): VaultAnswer {
  switch (status) {
    case 200:
    case 204:
      return { found: true, text };
    case 404:
      return { found: false, text };
    case 400:
      throw new StoreError(text.includes(CAS_MISMATCH) ? 'cas_conflict' : 'store_answer_unexpected');
    case 401:
    case 403:
      throw new StoreError('permission_denied');
    case 429:
      throw new StoreError('store_throttled', retryAfterMs);
    case 503:
      throw new StoreError(/\bsealed\b/i.test(text) ? 'store_sealed' : 'store_unavailable', retryAfterMs);
    default:
      throw new StoreError(status >= 500 ? 'store_unavailable' : 'store_answer_unexpected', retryAfterMs);
  }
}
