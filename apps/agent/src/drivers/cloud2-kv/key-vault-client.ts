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
import type { DriverContext, StoreContext } from '../store-driver.js';
import { StoreError, type StoreErrorCode } from '../store-error.js';
import { StoreCursorGuard } from '../store-cursor-guard.js';
import { connectionFailureOf } from '../connection-failure.js';
import { StoreSessions } from '../store-sessions.js';
import { KeyVaultIdentity } from './key-vault-identity.js';
import { type KeyVaultSettings, parseKeyVaultScope } from './key-vault-scope.js';

/** Attributes that each version has separately; a new version copies them. */
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

/** Client for one vault, using the SDK: tokens, retries, and an error code for each failure. */
export class KeyVaultClient {
  readonly #sdk: SecretClient;
  #attributes: KeptAttributes = {};

  constructor(context: DriverContext<KeyVaultSettings>, address: AllowedAddress) {
    const { sessions = new StoreSessions(), settings } = context;
    const scope = parseKeyVaultScope(context.scope);
    const key = `cloud2-kv ${scope.tenantId} ${scope.clientId}`;
    const identity = sessions.keep(key, () => new KeyVaultIdentity(scope));
    const isHere = isLoopback(new URL(address.href).hostname);
    // Getting a token has no timeout of its own.
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
        // The SDK checks that a challenge comes from the vault's own domain; only a server on this machine may have another.
        disableChallengeResourceVerification: isHere,
        allowInsecureConnection: isHere,
      },
    );
  }

  /** Makes calls with the SDK's client. @throws StoreError */
  async call<Answer>(use: (sdk: SecretClient) => Promise<Answer>): Promise<Answer> {
    try {
      return await use(this.#sdk);
    } catch (error) {
      throw keyVaultFailure(error);
    }
  }

  /** Sets a secret, which makes a new version with these attributes. @throws StoreError */
  set(name: string, value: string, attributes: KeptAttributes): Promise<SdkSecret> {
    this.#attributes = attributes;
    return this.call((sdk) => sdk.setSecret(name, value, { tags: attributes.tags }));
  }

  /**
   * Yields the pages of one of the SDK's lists.
   * @param maxPageSize absent: the vault's default
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
        // The SDK does not expose the next link: a repeated first item means a repeated page.
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
 * Adds the attributes to a write. The SDK (4.11) omits the content type, and writes times as 32-bit numbers: times beyond
 * 2038 would become past ones.
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
 * Sends each of the SDK's requests through callStore; innermost, so that every one is seen. A list's next link comes from
 * the response: token and values must be sent to the vault only.
 */
function callPolicy(context: StoreContext, origin: string): Policy {
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
        // The SDK handles 401: the vault's challenge says which token it requires.
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

/** Maps the remaining errors: no response, an invalid one, or a token that the vault refuses. */
function keyVaultFailure(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 401) return new StoreError('permission_denied');
  return new StoreError(connectionFailureOf(error) ?? 'store_answer_unexpected');
}
