import { DefaultAzureCredential, type GetTokenOptions, type AccessToken } from '@azure/identity';
import { StoreError } from '../store-error.js';
import { connectionFailureOf } from '../connection-failure.js';
import type { StoreSession } from '../store-sessions.js';
import type { KeyVaultScope } from './key-vault-scope.js';

/** Provides tokens of the agent's default credentials: environment, workload identity or managed identity. */
export class KeyVaultIdentity implements StoreSession {
  readonly #credential: DefaultAzureCredential;

  constructor({ clientId, tenantId }: KeyVaultScope) {
    this.#credential = new DefaultAzureCredential({
      tenantId,
      managedIdentityClientId: clientId,
      workloadIdentityClientId: clientId,
      // callStore does the retries.
      retryOptions: { maxRetries: 0 },
    });
  }

  /** Returns a token from the SDK, which caches it while it is valid. @throws StoreError */
  async getToken(scopes: string | string[], options?: GetTokenOptions): Promise<AccessToken> {
    try {
      return await this.#credential.getToken(scopes, options);
    } catch (error) {
      throw identityFailure(error);
    }
  }

  async end(): Promise<void> {
    // The library has nothing to close; its tokens are freed with this object.
  }
}

function identityFailure(error: unknown): StoreError {
  const failures = failuresIn(error);
  const refused = failures.find(({ statusCode = 0 }) => statusCode >= 400 && statusCode < 500);
  if (refused) return new StoreError('store_login_refused');
  const connection = connectionFailureOf(error);
  if (connection !== null) return new StoreError(connection);
  const isUnavailable = failures.some(({ statusCode = 0 }) => statusCode >= 500);
  return new StoreError(isUnavailable ? 'store_unavailable' : 'store_credentials_missing');
}

/** Returns the errors of all attempted credentials; their messages may contain what was sent. */
function failuresIn(error: unknown): { statusCode?: number }[] {
  const { errors } = (error ?? {}) as { errors?: unknown };
  const all: unknown[] = Array.isArray(errors) ? [error, ...(errors as unknown[])] : [error];
  return all.filter((each) => typeof each === 'object' && each !== null);
}
