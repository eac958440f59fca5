import type { ExchangeAnswer } from '../../http/exchange.js';
import type { AllowedAddress } from '../allowed-address.js';
import { callStore } from '../call-store.js';
import type { DriverContext } from '../store-driver.js';
import { StoreError, type StoreErrorCode } from '../store-error.js';
import { storeExchange } from '../store-exchange.js';
import { StoreSessions } from '../store-sessions.js';
import { GoogleIdentity } from './google-identity.js';
import type { GoogleSecretsScope, GoogleSecretsSettings } from './google-secrets-scope.js';

const TIMEOUT_MS = 10_000;

const STATUS_CODES = new Map<number, StoreErrorCode>([
  [401, 'permission_denied'],
  [403, 'permission_denied'],
  [404, 'secret_not_found'],
  [409, 'cas_conflict'],
  [429, 'store_throttled'],
]);

export type GoogleObject = Record<string, unknown>;

/** Client for the store's REST API for one project: tokens, retries, and an error code for each failure. */
export class GoogleSecretsClient {
  readonly #identity: GoogleIdentity;

  constructor(
    private readonly scope: GoogleSecretsScope,
    private readonly address: AllowedAddress,
    private readonly context: DriverContext<GoogleSecretsSettings>,
  ) {
    const { sessions = new StoreSessions(), settings } = context;
    const { impersonationUrl } = settings;
    const key = `cloud3-sm ${scope.project} ${scope.serviceAccount ?? ''}`;
    this.#identity = sessions.keep(key, () => new GoogleIdentity(scope, impersonationUrl));
  }

  /** GET below the project's secrets; `path` is encoded by the caller. @throws StoreError */
  get(path: string, query: Record<string, string> = {}): Promise<GoogleObject> {
    return this.#send('GET', path, query);
  }

  /** POST below the project's secrets. @throws StoreError, cas_conflict if it already exists */
  post(path: string, body: object, query: Record<string, string> = {}): Promise<GoogleObject> {
    return this.#send('POST', path, query, JSON.stringify(body));
  }

  #send(method: string, path: string, query: Record<string, string>, body?: string): Promise<GoogleObject> {
    const search = new URLSearchParams(query).toString();
    const project = encodeURIComponent(this.scope.project);
    const target = `v1/projects/${project}/secrets${path}${search === '' ? '' : `?${search}`}`;
    return callStore(this.context, async (signal) => {
      const headers = { Authorization: `Bearer ${await this.#identity.token()}` };
      const request = { method, path: target, headers, body, signal, timeoutMs: TIMEOUT_MS };
      return readAnswer(await storeExchange(this.address, request));
    });
  }
}

function readAnswer({ status, text, retryAfterMs }: ExchangeAnswer): GoogleObject {
  if (status !== 200) throw new StoreError(codeOf(status, text), retryAfterMs);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as GoogleObject;
  } catch {
    // The message of JSON.parse contains its input, which may be a value.
  }
  throw new StoreError('store_answer_unexpected');
}

function codeOf(status: number, text: string): StoreErrorCode {
  const known = STATUS_CODES.get(status);
  if (known) return known;
  if (status >= 500) return 'store_unavailable';
  if (status === 400 && text.includes('FAILED_PRECONDITION')) {
    if (text.includes('DISABLED state')) return 'secret_disabled';
    if (text.includes('DESTROYED state')) return 'secret_deleted';
  }
  return 'store_answer_unexpected';
}
