import { Readable } from 'node:stream';
import { SecretsManagerClient as SdkClient } from '@aws-sdk/client-secrets-manager';
import { fromNodeProviderChain, fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { limitedBody } from '../../http/limited-body.js';
import type { AllowedAddress } from '../allowed-address.js';
import { callStore } from '../call-store.js';
import type { DriverContext } from '../store-driver.js';
import { StoreError, type StoreErrorCode } from '../store-error.js';
import { connectionFailureOf } from '../connection-failure.js';
import { type StoreSession, StoreSessions } from '../store-sessions.js';
import { credentialsFailure, secretsManagerFailure } from './secrets-manager-failure.js';
import type { SecretsManagerScope, SecretsManagerSettings } from './secrets-manager-scope.js';

const SESSION_NAME = 'countersign-agent';

/** The SDK's client for one address; it keeps credentials and connections between jobs. */
class SecretsManagerSession implements StoreSession {
  readonly sdk: SdkClient;

  /** @param isNamed whether scope or settings name the address; else the SDK chooses among the vendor's */
  constructor({ region, roleArn }: SecretsManagerScope, address: AllowedAddress, isNamed: boolean) {
    this.sdk = new SdkClient({
      region,
      ...(isNamed ? { endpoint: address.href } : {}),
      credentials: credentialsOf(region, roleArn),
      // callStore does the retries, under the agent's rate limit.
      maxAttempts: 1,
    });
    // The SDK's settings can change the address of the region (FIPS, dual stack): it is checked before signing.
    this.sdk.middlewareStack.add(
      (next) => async (args) => {
        if (!address.covers(urlOf(args.request))) throw new StoreError('address_not_allowed');
        return next(args);
      },
      { step: 'build', priority: 'low', name: 'address' },
    );
    // Innermost: an outer step would see the SDK's error instead of the system's, after the whole response was read.
    this.sdk.middlewareStack.add(
      (next) => async (args) => {
        const given = await next(args).catch((error: unknown) => {
          const code = connectionFailureOf(error);
          throw code === null ? error : new StoreError(code);
        });
        limitBody(given.response);
        return given;
      },
      { step: 'deserialize', priority: 'low', name: 'connection' },
    );
  }

  async end(): Promise<void> {
    this.sdk.destroy();
  }
}

function urlOf(request: unknown): URL {
  const { hostname, path, port, protocol } = request as Record<
    'hostname' | 'path' | 'port' | 'protocol',
    string
  >;
  return new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`);
}

function limitBody(response: unknown): void {
  const answer = response as { body?: unknown };
  if (!(answer.body instanceof Readable)) return;
  answer.body = limitedBody(answer.body, () => new StoreError('store_answer_unexpected'));
}

type Credentials = ReturnType<ReturnType<typeof fromNodeProviderChain>>;

function credentialsOf(region: string, roleArn: string | null): () => Credentials {
  const own = fromNodeProviderChain({ clientConfig: { region } });
  const provider =
    roleArn === null
      ? own
      : fromTemporaryCredentials({
          masterCredentials: own,
          params: { RoleArn: roleArn, RoleSessionName: SESSION_NAME },
          clientConfig: { region, maxAttempts: 1 },
        });
  return () =>
    provider().catch((error: unknown) => {
      throw credentialsFailure(error);
    });
}

/** Client for the store's API for one connection: credentials, retries, and an error code for each failure. */
export class SecretsManagerClient {
  readonly #session: SecretsManagerSession;

  constructor(
    scope: SecretsManagerScope,
    address: AllowedAddress,
    private readonly context: DriverContext<SecretsManagerSettings>,
  ) {
    const { sessions = new StoreSessions(), settings } = context;
    const isNamed = (scope.endpoint ?? settings.endpoint) !== null;
    const key = `cloud1-sm ${scope.region} ${address.href} ${scope.roleArn ?? ''}`;
    this.#session = sessions.keep(key, () => new SecretsManagerSession(scope, address, isNamed));
  }

  /**
   * Makes a call with the SDK's client.
   * @param codes error codes for names of errors that mean something else in this call
   * @throws StoreError
   */
  call<Answer>(
    send: (sdk: SdkClient, options: { abortSignal: AbortSignal }) => Promise<Answer>,
    codes: Record<string, StoreErrorCode> = {},
  ): Promise<Answer> {
    return callStore(this.context, (abortSignal) =>
      send(this.#session.sdk, { abortSignal }).catch((error: unknown) => {
        throw secretsManagerFailure(error, codes);
      }),
    );
  }
}
