import type { KeyVaultSecret as SdkSecret, SecretProperties } from '@azure/keyvault-secrets';
import type { SecretVersion, VersionedSecret, VersionPosition } from '../merge-versions.js';
import { parseContent, type SecretContent, textOf } from '../secret-content.js';
import { StoreError } from '../store-error.js';
import type { KeptAttributes, KeyVaultClient } from './key-vault-client.js';

const NAME = /^[0-9A-Za-z-]{1,127}$/;
const VALUE_LIMIT = 25_600;
/** Versions that a writer at the same time may have read, at most. */
const LOOK_BACK = 16;
/** Beyond every time in milliseconds that is met. */
const LATER = 1e15;

/** Returns whether a text is the name of a secret. */
export function isKeyVaultName(ref: string): boolean {
  return NAME.test(ref);
}

/**
 * One secret of a vault and its versions. They have random ids and a time of creation in whole seconds: of one second,
 * only those that were there before the merge began are known to be earlier.
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
    // Listed first: what comes after that is a newcomer.
    const listed = await this.#list();
    for (const { version } of listed) this.#known.add(version!);
    const current = await this.#get().catch(nullWhereAbsent);
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
    // Each version has attributes of its own: they go on with the secret.
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
    return this.#versions(latestFirst.slice(0, LOOK_BACK));
  }

  async #versions(listed: SecretProperties[]): Promise<SecretVersion[]> {
    const found: SecretVersion[] = [];
    for (const { version } of listed.filter((properties) => properties.enabled !== false)) {
      const read = await this.#get(version).catch(nullWhereAbsent);
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
      nullWhereAbsent(error);
    }
    return found;
  }

  async #get(version?: string): Promise<SecretVersion> {
    const secret = await this.client.ask((sdk) => sdk.getSecret(this.name, version ? { version } : {}));
    // Names are the same in any case to the vault. To policies and bindings they are not: one spelling counts.
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

/** Of this merge's own versions and the newcomers: all later than what was there before. */
function later({ at, id }: VersionPosition): VersionPosition {
  return { at: LATER + at, id };
}

function nullWhereAbsent(error: unknown): null {
  if (error instanceof StoreError && error.code === 'secret_not_found') return null;
  throw error;
}
