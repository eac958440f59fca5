import { type AuthClient, GoogleAuth, Impersonated } from 'google-auth-library';
import { retryAfterMs } from '../../http/retry-after.js';
import { StoreError } from '../store-error.js';
import { connectionFailureOf } from '../connection-failure.js';
import type { StoreSession } from '../store-sessions.js';
import type { GoogleSecretsScope } from './google-secrets-scope.js';

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform'];
const LIFETIME_SECONDS = 3600;

/** Provides access tokens of the agent's default credentials, or of the service account that they may impersonate. */
export class GoogleIdentity implements StoreSession {
  #client: Promise<AuthClient> | null = null;

  /** @param impersonationUrl null for the vendor's own */
  constructor(
    private readonly scope: GoogleSecretsScope,
    private readonly impersonationUrl: string | null,
  ) {}

  /** Returns a token that is valid for some more minutes. @throws StoreError */
  async token(): Promise<string> {
    try {
      this.#client ??= this.#open();
      const { token } = await (await this.#client).getAccessToken();
      if (token) return token;
    } catch (error) {
      this.#client = null;
      throw identityFailure(error);
    }
    throw new StoreError('store_credentials_missing');
  }

  async end(): Promise<void> {
    this.#client = null;
  }

  async #open(): Promise<AuthClient> {
    const { project, serviceAccount } = this.scope;
    // With the project given, the library doesn't ask another service for it.
    const own = await new GoogleAuth({ scopes: SCOPES, projectId: project }).getClient();
    if (serviceAccount === null) return own;
    return new Impersonated({
      sourceClient: own,
      targetPrincipal: serviceAccount,
      targetScopes: SCOPES,
      lifetime: LIFETIME_SECONDS,
      ...(this.impersonationUrl === null ? {} : { endpoint: this.impersonationUrl }),
    });
  }
}

/** The used members of an error of the library; its message may contain what was sent. */
interface LibraryFailure {
  message?: string;
  status?: number;
  response?: { status?: number; headers?: unknown };
}

function identityFailure(error: unknown): StoreError {
  const { message = '', response, status } = (error ?? {}) as LibraryFailure;
  const refusal = refusalOf(response?.status ?? status ?? 0, response?.headers);
  if (refusal !== null) return refusal;
  const connection = connectionFailureOf(error);
  if (connection !== null) return new StoreError(connection);
  const isMissing = /default credentials|does not exist|not a file|ENOENT/.test(message);
  return new StoreError(isMissing ? 'store_credentials_missing' : 'store_login_refused');
}

function refusalOf(status: number, headers: unknown): StoreError | null {
  const header = headers instanceof Headers ? headers.get('retry-after') : null;
  const wait = retryAfterMs(header ?? undefined, Date.now());
  if (status === 429) return new StoreError('store_throttled', wait);
  if (status >= 500) return new StoreError('store_unavailable', wait);
  return status >= 400 ? new StoreError('store_login_refused') : null;
}
