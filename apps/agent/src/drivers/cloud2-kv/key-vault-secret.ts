import type { KeyVaultSecret as SdkSecret, SecretProperties } from '@azure/keyvault-secrets';
import {
  MAX_OLDER_VERSIONS,
  type SecretVersion,
  type VersionedSecret,
  type VersionPosition,
} from '../merge-versions.js';
import { parseContent, type SecretContent, textOf } from '../secret-content.js';
import { nullOn, StoreError } from '../store-error.js';
import type { KeptAttributes, KeyVaultClient } from './key-vault-client.js';

const NAME = /^[0-9A-Za-z-]{1,127}$/;
const VALUE_LIMIT = 25_600;
/** Later than any time in milliseconds. */
const LATER = 1e15;

/** Returns whether a text is the name of a secret. */
export function isKeyVaultName(ref: string): boolean {
  return NAME.test(ref);
}

/**
 * A secret of a vault and its versions. They have random ids and a creation time in whole seconds: within the same second,
 * only those that existed before the merge began are known to be earlier.
 */
export class KeyVaultSecret implements VersionedSecret {
  #before: SecretProperties[] = [];
  #began: string | null = null;
  #kept: KeptAttributes = {};
  readonly #known = new Set<string>();

  /** @throws StoreError secret_ref_invalid */
  constructor(
    private readonly client: KeyVaultClient,
    private readonly name: string,
  ) {
    if (!isKeyVaultName(name)) throw new StoreError('secret_ref_invalid');
  }

  /** Returns the current version's content. @throws StoreError secret_not_found, secret_disabled */
  async current(): Promise<SecretContent> {
    return (await this.#get()).content;
  }

  async begin(): Promise<SecretVersion | null> {
    // Listed first: later versions are those of concurrent writers.
    const listed = await this.#list();
    for (const { version } of listed) this.#known.add(version!);
    const current = await this.#get().catch(nullOn('secret_not_found'));
    if (current === null) return null;
    this.#began = current.position.id;
    this.#before = listed.filter(({ version }) => version !== this.#began);
    this.#known.add(this.#began);
    return { ...current, position: { at: LATER - 1, id: this.#began } };
  }

  async write(content: Buffer): Promise<VersionPosition> {
    if (content.length > VALUE_LIMIT) throw new StoreError('value_too_large');
    const text = textOf(content);
    if (text === null) throw new StoreError('value_not_utf8');
    // Attributes belong to versions; a new version copies them.
    const written = await this.client.set(this.name, text, this.#kept);
    const position = positionOf(written.properties);
    this.#known.add(position.id);
    return later(position);
  }

  async newcomers(): Promise<{ versions: SecretVersion[]; newest: VersionPosition }> {
    const listed = await this.#list();
    const current = await this.#get();
    const { id } = current.position;
    const fresh = listed.filter(({ version }) => !this.#known.has(version!) && version !== id);
    const found = await this.#versions(fresh);
    if (!this.#known.has(id)) found.push(current);
    for (const { position } of found) this.#known.add(position.id);
    const versions = found.map((version) => ({ ...version, position: later(version.position) }));
    return { versions, newest: id === this.#began ? { at: LATER - 1, id } : later(current.position) };
  }

  older(): Promise<SecretVersion[]> {
    const latestFirst = this.#before.sort((a, b) => positionOf(b).at - positionOf(a).at);
    return this.#versions(latestFirst.slice(0, MAX_OLDER_VERSIONS));
  }

  async #versions(listed: SecretProperties[]): Promise<SecretVersion[]> {
    const found: SecretVersion[] = [];
    for (const { version } of listed.filter((properties) => properties.enabled !== false)) {
      const read = await this.#get(version).catch(nullOn('secret_not_found'));
      if (read) found.push(read);
    }
    return found;
  }

  async #list(): Promise<SecretProperties[]> {
    const found: SecretProperties[] = [];
    const list = this.client.list((sdk) => sdk.listPropertiesOfSecretVersions(this.name));
    try {
      for await (const properties of list) if (properties.version) found.push(properties);
    } catch (error) {
      nullOn('secret_not_found')(error);
    }
    return found;
  }

  async #get(version?: string): Promise<SecretVersion> {
    const secret = await this.client.call((sdk) => sdk.getSecret(this.name, version ? { version } : {}));
    // The vault ignores case in names, but policies and bindings don't: only one spelling is accepted.
    if (secret.name !== this.name) throw new StoreError('secret_ref_invalid');
    if (version === undefined) this.#kept = attributesOf(secret);
    const bytes = Buffer.from(secret.value ?? '', 'utf8');
    const content = parseContent(bytes);
    bytes.fill(0);
    return { position: positionOf(secret.properties), content };
  }
}

function attributesOf({ properties }: SdkSecret): KeptAttributes {
  const { contentType, expiresOn, notBefore, tags } = properties;
  return { contentType, expiresOn, notBefore, tags };
}

function positionOf({ createdOn, version }: SecretProperties): VersionPosition {
  if (version === undefined || !createdOn) throw new StoreError('store_answer_unexpected');
  return { at: createdOn.getTime(), id: version };
}

/** Position of this merge's own and concurrent versions: later than all earlier ones. */
function later({ at, id }: VersionPosition): VersionPosition {
  return { at: LATER + at, id };
}
