import { SecretBytes } from '#libs/secret-bytes';
import { requireUnicode } from './binding-bytes.js';
import { CloudKmsClient } from './cloud-kms-client.js';
import { type KeyContext, KeyService } from './key.service.js';
import { KeyServiceError } from './kms.errors.js';

const PREFIX = 'cloud-kms:v1';
const WRAPPED = /^cloud-kms:v1:(arn:[\w-]+:kms:[\w-]*:[\w-]*:key\/[\w-]+):([A-Za-z0-9+/]+={0,2})$/;

/** Region and key (id, ARN or `alias/…`) in AWS KMS. */
export interface CloudSettings {
  readonly region: string;
  readonly keyId: string;
  /** Timeout of one call in milliseconds; 5 s by default. */
  readonly timeoutMs?: number;
}

/**
 * Wraps data keys with a symmetric key of AWS KMS; the context is its encryption context. A wrapped key names the
 * key's ARN, so that it still unwraps after the alias was pointed at a new key.
 */
export class CloudKeyService extends KeyService {
  readonly #client: CloudKmsClient;
  readonly #configured: string;
  #resolved: string | undefined;

  constructor({ region, keyId, timeoutMs }: CloudSettings) {
    super();
    this.#client = new CloudKmsClient(region, timeoutMs);
    this.#configured = keyId;
  }

  /** Has the key's ARN once it is known, and the configured name before. */
  get keyId(): string {
    return `${PREFIX}:${this.#resolved ?? this.#configured}`;
  }

  async wrapKey(dataKey: SecretBytes, context: KeyContext): Promise<string> {
    requireUnicodeIn(context);
    const arn = await this.#arn();
    const ciphertext = await this.#client.encrypt(arn, dataKey.reveal(), context);
    return `${PREFIX}:${arn}:${Buffer.from(ciphertext).toString('base64')}`;
  }

  async unwrapKey(wrapped: string, context: KeyContext): Promise<SecretBytes> {
    const [, arn = '', base64 = ''] = WRAPPED.exec(wrapped) ?? [];
    const ciphertext = Buffer.from(base64, 'base64');
    if (ciphertext.toString('base64') !== base64) throw new KeyServiceError('undecryptable');
    // Someone who can write our rows must not make us use their key: an alias never leaves its account and region.
    if (ownerOf(arn) !== ownerOf(await this.#arn())) throw new KeyServiceError('undecryptable');
    const plaintext = await this.#client.decrypt(arn, ciphertext, context);
    const dataKey = SecretBytes.from(plaintext);
    plaintext.fill(0);
    return dataKey;
  }

  /** Looks the alias up again, so that the health check notices a change. */
  override async check(): Promise<void> {
    this.#resolved = await this.#client.describeKey(this.#configured);
    await super.check();
  }

  override stop(): Promise<void> {
    return this.#client.stop();
  }

  /** Looks the alias up once per process, so that the audit log names the key that wraps. */
  async #arn(): Promise<string> {
    this.#resolved ??= await this.#client.describeKey(this.#configured);
    return this.#resolved;
  }
}

/** Returns partition, region and account of a key's ARN. */
function ownerOf(arn: string): string {
  return arn.slice(0, arn.indexOf(':key/'));
}

function requireUnicodeIn(context: KeyContext): void {
  for (const text of Object.entries(context).flat()) requireUnicode(text);
}
