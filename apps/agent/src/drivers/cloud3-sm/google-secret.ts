import { isSecretRef } from '#libs/agent-protocol';
import {
  MAX_OLDER_VERSIONS,
  type SecretVersion,
  type VersionedSecret,
  type VersionPosition,
} from '../merge-versions.js';
import { parseContent, type SecretContent } from '../secret-content.js';
import { nullOn, StoreError } from '../store-error.js';
import { crc32c } from './crc32c.js';
import type { GoogleObject, GoogleSecretsClient } from './google-secrets-client.js';

const NAME = /^[A-Za-z0-9_-]{1,255}$/;
const VALUE_LIMIT = 65_536;

/** Returns whether a text is the id of a secret. */
export function isGoogleSecretId(ref: string): boolean {
  return isSecretRef(ref) && NAME.test(ref);
}

/** A secret of a project and its numbered versions. */
export class GoogleSecret implements VersionedSecret {
  #known = new Set<number>();
  #began = 0;
  #last = 0;
  #isNew = false;

  /** @throws StoreError secret_ref_invalid */
  constructor(
    private readonly client: GoogleSecretsClient,
    private readonly id: string,
  ) {
    if (!isGoogleSecretId(id)) throw new StoreError('secret_ref_invalid');
  }

  /** Returns the newest version's content. @throws StoreError secret_not_found, secret_disabled, secret_deleted */
  async newest(): Promise<SecretContent> {
    return (await this.#access('latest')).content;
  }

  async begin(): Promise<SecretVersion | null> {
    const newest = await this.#access('latest').catch(nullOn('secret_not_found'));
    this.#isNew = newest === null;
    this.#began = this.#last = newest?.position.at ?? 0;
    return newest;
  }

  async write(content: Buffer): Promise<VersionPosition> {
    if (content.length > VALUE_LIMIT) throw new StoreError('value_too_large');
    if (this.#isNew) await this.#create();
    const payload = { data: content.toString('base64'), dataCrc32c: String(crc32c(content)) };
    const number = numberOf(await this.client.post(`/${this.id}:addVersion`, { payload }));
    this.#known.add(number);
    this.#last = Math.max(this.#last, number);
    return positionOf(number);
  }

  // Numbers are consecutive: a gap is another writer's version.
  async newcomers(): Promise<{ versions: SecretVersion[]; newest: VersionPosition }> {
    const between = Array.from({ length: this.#last - this.#began }, (_, index) => this.#began + 1 + index);
    const fresh = between.filter((number) => !this.#known.has(number));
    for (const number of fresh) this.#known.add(number);
    return { versions: await this.#versions(fresh), newest: positionOf(this.#last) };
  }

  older(): Promise<SecretVersion[]> {
    const count = Math.min(MAX_OLDER_VERSIONS, Math.max(0, this.#began - 1));
    return this.#versions(Array.from({ length: count }, (_, index) => this.#began - 1 - index));
  }

  async #versions(numbers: number[]): Promise<SecretVersion[]> {
    const found: SecretVersion[] = [];
    for (const number of numbers) {
      const version = await this.#accessIfKept(number);
      if (version) found.push(version);
    }
    return found;
  }

  // A version that was deleted since has nothing to keep.
  #accessIfKept(number: number): Promise<SecretVersion | null> {
    return this.#access(String(number)).catch(
      nullOn('secret_not_found', 'secret_disabled', 'secret_deleted'),
    );
  }

  async #create(): Promise<void> {
    const replication = { replication: { automatic: {} } };
    const created = this.client.post('', replication, { secretId: this.id });
    // The secret may exist without a version, or another writer was faster.
    await created.catch(nullOn('cas_conflict'));
    this.#isNew = false;
  }

  async #access(version: string): Promise<SecretVersion> {
    const answer = await this.client.get(`/${this.id}/versions/${version}:access`);
    const { data = '', dataCrc32c } = (answer.payload ?? {}) as { data?: unknown; dataCrc32c?: string };
    if (typeof data !== 'string') throw new StoreError('store_answer_unexpected');
    const bytes = Buffer.from(data, 'base64');
    const isWhole = dataCrc32c === undefined || dataCrc32c === String(crc32c(bytes));
    const content = parseContent(bytes);
    bytes.fill(0);
    if (!isWhole) throw new StoreError('store_answer_unexpected');
    return { position: positionOf(numberOf(answer)), content };
  }
}

function positionOf(number: number): VersionPosition {
  return { at: number, id: '' };
}

function numberOf(answer: GoogleObject): number {
  const name = typeof answer.name === 'string' ? answer.name : '';
  const number = Number(/\/versions\/([1-9]\d{0,14})$/.exec(name)?.[1]);
  if (Number.isNaN(number)) throw new StoreError('store_answer_unexpected');
  return number;
}
