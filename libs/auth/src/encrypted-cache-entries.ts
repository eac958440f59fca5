import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { KeyService, KeyServiceError, openBlob, sealBlob } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';

/** Cache entries encrypted by the key service, each bound to its cache key. */
@Injectable()
export class EncryptedCacheEntries {
  constructor(
    private readonly cache: Cache,
    private readonly keys: KeyService,
  ) {}

  /** Encrypts and stores an entry. @param entry JSON */
  async set(key: string, entry: object, lifetimeSeconds: number): Promise<void> {
    await this.cache.set(key, await this.seal(entry, key), lifetimeSeconds);
  }

  /** Encrypts and stores an entry unless the key exists. @returns false when it exists; it is not changed */
  async add(key: string, entry: object, lifetimeSeconds: number): Promise<boolean> {
    return this.cache.add(key, await this.seal(entry, key), lifetimeSeconds);
  }

  /** Returns an entry without consuming it, so that an outage of the key service does not lose it. */
  async peek<Entry>(key: string): Promise<Entry | null> {
    const sealed = await this.cache.get(key);
    return sealed && this.open<Entry>(sealed.toString('utf8'), key);
  }

  /** Consumes the entry; of concurrent calls exactly one returns true. */
  async take(key: string): Promise<boolean> {
    return (await this.cache.take(key)) !== null;
  }

  private async seal(entry: object, key: string): Promise<string> {
    const bytes = SecretBytes.fromUtf8(JSON.stringify(entry));
    try {
      return await sealBlob(bytes, key, this.keys);
    } finally {
      bytes.wipe();
    }
  }

  /** Treats an entry that can't be decrypted as absent: it is forged, or the master key has changed. */
  private async open<Entry>(sealed: string, key: string): Promise<Entry | null> {
    try {
      const bytes = await openBlob(sealed, key, this.keys);
      const text = Buffer.from(bytes.reveal()).toString('utf8');
      bytes.wipe();
      return JSON.parse(text) as Entry;
    } catch (error) {
      if (error instanceof KeyServiceError && error.reason === 'undecryptable') return null;
      throw error;
    }
  }
}
