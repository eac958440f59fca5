import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { SecretBytes } from '#libs/secret-bytes';
import { boxFromText, boxToText, openGcm, sealGcm } from './gcm-box.js';
import { bindingBytes } from './binding-bytes.js';
import { type KeyContext, KeyService } from './key.service.js';
import { KeyConfigError, KeyServiceError } from './kms.errors.js';

const PREFIX = 'local:v1';
const KEY_ID_BYTES = 8;
const KEY_BYTES = 32;
const WRAPPED = /^local:v1:([0-9a-f]{16}):([\w-]+)$/;

/**
 * Wraps data keys in this process under SVC_WRAP_MASTER_KEY (AES-256-GCM). The master key encrypts nothing itself:
 * wrapping key and key id are derived from it (HKDF-SHA256, RFC 5869).
 */
export class LocalKeyService extends KeyService {
  readonly keyId: string;
  readonly #currentId: string;
  readonly #keys = new Map<string, KeyObject>();

  /**
   * @param masterKey 32 bytes
   * @param previousMasterKeys only decrypt
   * @throws KeyConfigError for another length
   */
  constructor(masterKey: SecretBytes, previousMasterKeys: readonly SecretBytes[] = []) {
    super();
    for (const previous of previousMasterKeys) this.#add(previous, 'SVC_WRAP_MASTER_KEY_PREVIOUS');
    this.#currentId = this.#add(masterKey, 'SVC_WRAP_MASTER_KEY');
    this.keyId = `${PREFIX}:${this.#currentId}`;
  }

  async wrapKey(dataKey: SecretBytes, context: KeyContext): Promise<string> {
    const box = sealGcm(this.#key(this.#currentId), dataKey, bindingBytes(this.keyId, context));
    return `${this.keyId}:${boxToText(box)}`;
  }

  async unwrapKey(wrapped: string, context: KeyContext): Promise<SecretBytes> {
    const [, id = '', box = ''] = WRAPPED.exec(wrapped) ?? [];
    return openGcm(this.#key(id), boxFromText(box), bindingBytes(`${PREFIX}:${id}`, context));
  }

  #key(id: string): KeyObject {
    const key = this.#keys.get(id);
    if (key === undefined) throw new KeyServiceError('undecryptable');
    return key;
  }

  #add(master: SecretBytes, setting: string): string {
    if (master.length !== KEY_BYTES) throw new KeyConfigError(`${setting} must be ${KEY_BYTES} bytes.`);
    const id = derive(master, 'key-id', KEY_ID_BYTES).toString('hex');
    const wrappingKey = derive(master, 'wrap', KEY_BYTES);
    this.#keys.set(id, createSecretKey(wrappingKey));
    wrappingKey.fill(0);
    return id;
  }
}

function derive(master: SecretBytes, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', master.reveal(), '', `svc/kms/local/v1/${purpose}`, length));
}
