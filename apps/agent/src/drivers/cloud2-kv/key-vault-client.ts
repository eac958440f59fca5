import {
  type KeyVaultSecret as SdkSecret,
  SecretClient,
  type SecretProperties,
} from '@azure/keyvault-secrets';
import { ANSWER_LIMIT } from '../../http/limited-body.js';
import { retryAfterMs } from '../../http/retry-after.js';
import { isLoopback } from '../../http/loopback.js';
import type { AllowedAddress } from '../allowed-address.js';
import { callStore } from '../call-store.js';
import type { DriverContext, JobContext } from '../store-driver.js';
import { StoreError, type StoreErrorCode } from '../store-error.js';
import { StoreCursorGuard } from '../store-cursor-guard.js';
import { connectionFailureOf } from '../store-failure.js';
import { StoreSessions } from '../store-sessions.js';
import { KeyVaultIdentity } from './key-vault-identity.js';
import { type KeyVaultSettings, parseKeyVaultScope } from './key-vault-scope.js';

/** What each version has for itself, and a new one takes over. */
export type KeptAttributes = Pick<SecretProperties, 'contentType' | 'tags' | 'notBefore' | 'expiresOn'>;

type PagedProperties = ReturnType<SecretClient['listPropertiesOfSecrets']>;
type Options = NonNullable<ConstructorParameters<typeof SecretClient>[2]>;
type Policy = NonNullable<Options['additionalPolicies']>[number]['policy'];
type PolicyResponse = Awaited<ReturnType<Policy['sendRequest']>>;

const STATUS_CODES = new Map<number, StoreErrorCode>([
  [403, 'permission_denied'],
  [404, 'secret_not_found'],
  [429, 'store_throttled'],
]);

/** The store's API for one vault, as the SDK speaks it: token, retries, and plain codes for every failure. */
export class KeyVaultClient {
  readonly #sdk: SecretClient;
  #attributes: KeptAttributes = {};

  constructor(context: DriverContext<KeyVaultSettings>, address: AllowedAddress) {
    const { sessions = new StoreSessions(), settings } = context;
    const scope = parseKeyVaultScope(context.scope);
    const key = `cloud2-kv ${scope.tenantId} ${scope.clientId}`;
    const identity = sessions.keep(key, () => new KeyVaultIdentity(scope));
    const isHere = isLoopback(new URL(address.href).hostname);
    // Looking for a token has no deadline of its own.
    const getToken: KeyVaultIdentity['getToken'] = (...asked) =>
      callStore(context, () => identity.getToken(...asked));
    this.#sdk = new SecretClient(
      address.href.replace(/\/$/, ''),
      { getToken },
      {
        retryOptions: { maxRetries: 0 },
        redirectOptions: { maxRetries: 0 },
        additionalPolicies: [
          { policy: bodyPolicy(() => this.#attributes), position: 'perRetry' },
          { policy: callPolicy(context, address.origin), position: 'perRetry' },
        ],
        ...(settings.ca === null ? {} : { tlsOptions: { ca: settings.ca } }),
        // A token is for the vault's own domain: only a server on this machine may ask for it under another.
        disableChallengeResourceVerification: isHere,
        allowInsecureConnection: isHere,
      },
    );
  }

  /** Uses the SDK's client. @throws StoreError */
  async ask<Answer>(use: (sdk: SecretClient) => Promise<Answer>): Promise<Answer> {
    try {
      return await use(this.#sdk);
    } catch (error) {
      throw keyVaultFailure(error);
    }
  }

  /** Sets a secret, which makes a new version with these attributes. @throws StoreError */
  set(name: string, value: string, attributes: KeptAttributes): Promise<SdkSecret> {
    this.#attributes = attributes;
    return this.ask((sdk) => sdk.setSecret(name, value, { tags: attributes.tags }));
  }

  /**
   * Goes through a list of the SDK's, page by page.
   * @param maxPageSize absent: as many as the vault likes
   * @throws StoreError
   */
  async *list(
    use: (sdk: SecretClient) => PagedProperties,
    maxPageSize?: number,
  ): AsyncGenerator<SecretProperties> {
    const guard = new StoreCursorGuard();
    let pages = 0;
    try {
      for await (const page of use(this.#sdk).byPage({ maxPageSize })) {
        yield* page;
        pages += 1;
        // The SDK keeps to itself where the next page is; one that begins like another is the same again.
        const [first] = page;
        const step = first ? `${first.name}/${first.version ?? ''}` : `empty ${pages}`;
        guard.follow(step, page.length);
      }
    } catch (error) {
      throw keyVaultFailure(error);
    }
  }
}

/**
 * Gives what is set its attributes. The SDK (4.11) leaves the content type out, and writes times as 32-bit numbers: one
 * beyond 2038 would become one of the past.
 */
function bodyPolicy(attributes: () => KeptAttributes): Policy {
  const seconds = (time: Date | undefined) => time && Math.floor(time.getTime() / 1000);
  return {
    name: 'attributes',
    sendRequest: (request, next) => {
      if (request.method === 'PUT' && typeof request.body === 'string') {
        const { contentType, expiresOn, notBefore } = attributes();
        const times = { nbf: seconds(notBefore), exp: seconds(expiresOn) };
        const body = JSON.parse(request.body) as { attributes?: object };
        request.body = JSON.stringify({ ...body, contentType, attributes: { ...body.attributes, ...times } });
      }
      return next(request);
    },
  };
}

/**
 * Sends each of the SDK's requests by callStore; next to the connection, so that every one is seen. A list says itself
 * where its next page is: token and values are for the vault alone.
 */
function callPolicy(context: JobContext, origin: string): Policy {
  return {
    name: 'callStore',
    sendRequest: (request, next) =>
      callStore(context, async (signal) => {
        if (new URL(request.url).origin !== origin) throw new StoreError('store_answer_unexpected');
        request.abortSignal = signal;
        request.onDownloadProgress = ({ loadedBytes }) => {
          if (loadedBytes > ANSWER_LIMIT) throw new StoreError('store_answer_unexpected');
        };
        const response = await next(request).catch((error: unknown) => {
          throw keyVaultFailure(error);
        });
        // 401 is the SDK's to answer: the vault's challenge says which token it wants.
        if (response.status < 400 || response.status === 401) return response;
        throw failureOf(response);
      }),
  };
}

function failureOf({ bodyAsText, headers, status }: PolicyResponse): StoreError {
  const wait = retryAfterMs(headers.get('retry-after'), Date.now());
  const text = bodyAsText ?? '';
  if (status === 403 && text.includes('SecretDisabled')) return new StoreError('secret_disabled');
  if (status === 409) {
    return new StoreError(text.includes('ObjectIs') ? 'secret_deleted' : 'cas_conflict');
  }
  if (status >= 500) return new StoreError('store_unavailable', wait);
  return new StoreError(STATUS_CODES.get(status) ?? 'store_answer_unexpected', wait);
}

/** Returns what is left: no answer, one that can't be read, or a token that the vault refuses. */
function keyVaultFailure(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 401) return new StoreError('permission_denied');
  return new StoreError(connectionFailureOf(error) ?? 'store_answer_unexpected');
}
