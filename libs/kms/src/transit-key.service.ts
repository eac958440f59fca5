import { SecretBytes } from '#libs/secret-bytes';
import { bindingBytes } from './binding-bytes.js';
import { type KeyContext, KeyService } from './key.service.js';
import { KeyConfigError, KeyServiceError, KeyUnavailableError } from './kms.errors.js';
import { TokenRenewal } from './token-renewal.js';
import { TransitClient } from './transit-client.js';
import { TransitToken } from './transit-token.js';

const CONTEXT_LABEL = 'svc/kms/transit/v1';
const KEY_NAME = /^[\w.-]+$/;
const CIPHERTEXT = /^vault:v\d+:([A-Za-z0-9+/=]+)$/;

/** Address of the transit engine and name of its key. */
export interface TransitSettings {
  readonly addr: string;
  readonly token: SecretBytes;
  /** Where to reread a rejected token; absent when it did not come from a file. */
  readonly tokenFile?: string | null;
  readonly key: string;
  /** Timeout of one call in milliseconds; 5 s by default. */
  readonly timeoutMs?: number;
}

/**
 * Wraps data keys with the transit engine of Vault or OpenBao. The engine's text (`vault:v<n>:…`) names the key
 * version, so that rotating the key there needs no change here. The context is its `associated_data`.
 */
export class TransitKeyService extends KeyService {
  readonly keyId: string;
  readonly #client: TransitClient;
  readonly #key: string;
  readonly #renewal: TokenRenewal;

  /** @throws KeyConfigError for a key name that can't be part of a path */
  constructor({ addr, token, tokenFile, key, timeoutMs }: TransitSettings) {
    super();
    if (!KEY_NAME.test(key)) throw new KeyConfigError('SVC_KMS_TRANSIT_KEY is not a key name.');
    this.#client = new TransitClient(addr, new TransitToken(token, tokenFile), timeoutMs);
    this.#renewal = new TokenRenewal(this.#client);
    this.#key = key;
    this.keyId = `transit:v1:${key}`;
  }

  async wrapKey(dataKey: SecretBytes, context: KeyContext): Promise<string> {
    const body = { plaintext: dataKey.toBase64(), associated_data: associatedData(context) };
    const ciphertext = await this.#client.post(`transit/encrypt/${this.#key}`, body, 'ciphertext');
    if (!isCiphertext(ciphertext)) throw new KeyUnavailableError();
    return `${this.keyId}:${ciphertext}`;
  }

  async unwrapKey(wrapped: string, context: KeyContext): Promise<SecretBytes> {
    const prefix = `${this.keyId}:`;
    const ciphertext = wrapped.startsWith(prefix) ? wrapped.slice(prefix.length) : '';
    if (!isCiphertext(ciphertext)) throw new KeyServiceError('undecryptable');
    const body = { ciphertext, associated_data: associatedData(context) };
    return decodePlaintext(await this.#client.post(`transit/decrypt/${this.#key}`, body, 'plaintext'));
  }

  /** Renews the token until stop(). */
  override start(): void {
    void this.#renewal.run();
  }

  override async stop(): Promise<void> {
    this.#renewal.stop();
  }
}

/** Accepts canonical base64 only, so that a ciphertext has one text. */
function isCiphertext(text: string): boolean {
  const base64 = CIPHERTEXT.exec(text)?.[1];
  return base64 !== undefined && Buffer.from(base64, 'base64').toString('base64') === base64;
}

function decodePlaintext(plaintext: string): SecretBytes {
  try {
    return SecretBytes.fromBase64(plaintext);
  } catch {
    throw new KeyUnavailableError();
  }
}

function associatedData(context: KeyContext): string {
  return bindingBytes(CONTEXT_LABEL, context).toString('base64');
}
