import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { KeyService, KeyServiceError, openBlob, sealBlob } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';

/** Entries of the cache that nobody can read there: each is sealed by the key service for its own key. */
@Injectable()
export class SealedEntries {
  constructor(
    private readonly cache: Cache,
    private readonly keys: KeyService,
  ) {}

  /** @param entry what JSON can carry */
  async set(key: string, entry: object, lifetimeSeconds: number): Promise<void> {
    const bytes = SecretBytes.fromUtf8(JSON.stringify(entry));
    try {
      await this.cache.set(key, await sealBlob(bytes, key, this.keys), lifetimeSeconds);
    } finally {
      bytes.wipe();
    }
  }

  /** Reads an entry and leaves it there, so that nothing is lost when the key service is away. */
  async peek<Entry>(key: string): Promise<Entry | null> {
    const sealed = await this.cache.get(key);
    return sealed && this.open<Entry>(sealed.toString('utf8'), key);
  }

  /** Takes the entry away: of any number of callers exactly one gets true. */
  async take(key: string): Promise<boolean> {
    return (await this.cache.take(key)) !== null;
  }

  /** What does not open was not put there by us, or the master key is another since: as good as gone. */
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
