import type { KMSClient } from '@aws-sdk/client-kms';
import type { KeyContext } from './key.service.js';
import { KeyDeniedError, KeyServiceError, KeyUnavailableError } from './kms.errors.js';

type Sdk = typeof import('@aws-sdk/client-kms');
type Loaded = { readonly sdk: Sdk; readonly client: KMSClient };

/** Timeout of one call including its retry; a user may be waiting. */
const TIMEOUT_MS = 5_000;
const ATTEMPTS = 2;

/** Errors of Decrypt about the ciphertext and its context; all others may be temporary. */
const REFUSALS = ['InvalidCiphertextException', 'IncorrectKeyException', 'ValidationException'];

/** Errors, including one of the credential chain, that only a change of the role or its policy can fix. */
const DENIALS = [
  'AccessDeniedException',
  'CredentialsProviderError',
  'ExpiredTokenException',
  'InvalidSignatureException',
  'UnrecognizedClientException',
];

/**
 * Client for three calls of AWS KMS through the official SDK, which is loaded at the first call, so that other backends
 * don't pay for it. Credentials come from the SDK's default chain; only AWS_ENDPOINT_URL_KMS changes the endpoint.
 */
export class CloudKmsClient {
  #loading: Promise<Loaded> | undefined;

  constructor(
    private readonly region: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** Returns the ARN of the enabled key with that id, ARN or alias. @throws KeyUnavailableError when there is none */
  async describeKey(keyId: string): Promise<string> {
    const { KeyMetadata: key } = await this.#call(({ sdk, client }, options) =>
      client.send(new sdk.DescribeKeyCommand({ KeyId: keyId }), options),
    );
    if (key?.Arn === undefined || key.Enabled !== true) throw new KeyUnavailableError();
    return key.Arn;
  }

  /** Encrypts up to 4 KiB with that key. @throws KeyUnavailableError */
  async encrypt(keyArn: string, plaintext: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    const input = { KeyId: keyArn, Plaintext: plaintext, EncryptionContext: { ...context } };
    const { CiphertextBlob: ciphertext } = await this.#call(({ sdk, client }, options) =>
      client.send(new sdk.EncryptCommand(input), options),
    );
    if (ciphertext === undefined) throw new KeyUnavailableError();
    return ciphertext;
  }

  /**
   * Decrypts with that key only.
   *
   * @throws KeyServiceError `undecryptable` when ciphertext or context are rejected
   * @throws KeyUnavailableError for any other failure
   */
  async decrypt(keyArn: string, ciphertext: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    const input = { KeyId: keyArn, CiphertextBlob: ciphertext, EncryptionContext: { ...context } };
    const { Plaintext: plaintext } = await this.#call(
      ({ sdk, client }, options) => client.send(new sdk.DecryptCommand(input), options),
      REFUSALS,
    );
    if (plaintext === undefined) throw new KeyUnavailableError();
    return plaintext;
  }

  /** Closes the SDK's connections. */
  async stop(): Promise<void> {
    const loaded = await this.#loading?.catch(() => undefined);
    loaded?.client.destroy();
  }

  async #call<Answer>(
    send: (loaded: Loaded, options: { abortSignal: AbortSignal }) => Promise<Answer>,
    refusals: readonly string[] = [],
  ): Promise<Answer> {
    try {
      return await send(await this.#load(), { abortSignal: AbortSignal.timeout(this.timeoutMs) });
    } catch (error) {
      // The SDK's message may contain key, account or principal: keep its name only.
      const name = error instanceof Error ? error.name : '';
      if (refusals.includes(name)) throw new KeyServiceError('undecryptable');
      throw DENIALS.includes(name) ? new KeyDeniedError() : new KeyUnavailableError();
    }
  }

  #load(): Promise<Loaded> {
    this.#loading ??= loadSdk(this.region).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }
}

async function loadSdk(region: string): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-kms');
  return { sdk, client: new sdk.KMSClient({ region, maxAttempts: ATTEMPTS }) };
}
