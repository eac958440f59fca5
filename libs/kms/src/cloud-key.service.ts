import { SecretBytes } from '#libs/secret-bytes';
import { requireUnicode } from './binding-bytes.js';
import { CloudKmsClient } from './cloud-kms-client.js';
import { type KeyContext, KeyService } from './key.service.js';
import { KeyServiceError } from './kms.errors.js';
import { probeKeyService } from './probe-key-service.js';

const PREFIX = 'cloud-kms:v1';
const WRAPPED = /^cloud-kms:v1:(arn:[\w-]+:kms:[\w-]*:[\w-]*:key\/[\w-]+):([A-Za-z0-9+/]+={0,2})$/;

/** Region and key (id, ARN or `alias/…`) of AWS KMS. */
export interface CloudSettings {
  readonly region: string;
  readonly keyId: string;
  /** For one call, in milliseconds; 5 s unless told. */
  readonly timeoutMs?: number;
}

/**
 * Wraps data keys by a symmetric key of AWS KMS; the context is its encryption context. A text names the ARN
 * of the key, so an alias can be pointed at a new key: earlier texts still open under the key they name.
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

  /** With the key's ARN once it is known, and the configured name until then. */
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
    // Whoever can write our rows must not make us use a key of theirs: an alias never leaves account and region.
    if (ownerOf(arn) !== ownerOf(await this.#arn())) throw new KeyServiceError('undecryptable');
    const plaintext = await this.#client.decrypt(arn, ciphertext, context);
    const dataKey = SecretBytes.from(plaintext);
    plaintext.fill(0);
    return dataKey;
  }

  /** Looks the alias up again, too: the health check is where a change of it is seen. */
  async check(): Promise<void> {
    this.#resolved = await this.#client.describeKey(this.#configured);
    await probeKeyService(this);
  }

  override stop(): Promise<void> {
    return this.#client.stop();
  }

  /** One lookup for the life of the process, so that what the audit names is what wraps. */
  async #arn(): Promise<string> {
    this.#resolved ??= await this.#client.describeKey(this.#configured);
    return this.#resolved;
  }
}

/** Partition, region and account of a key's ARN. */
function ownerOf(arn: string): string {
  return arn.slice(0, arn.indexOf(':key/'));
}

function requireUnicodeIn(context: KeyContext): void {
  for (const text of Object.entries(context).flat()) requireUnicode(text);
}
