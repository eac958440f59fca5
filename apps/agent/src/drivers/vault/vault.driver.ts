import { SecretBytes } from '#libs/secret-bytes';
import type { AllowedAddress } from '../allowed-address.js';
import { discoveryPages } from '../discovery-pages.js';
import { decodeMember, encodeMember } from '../member-value.js';
import { mergeRetrying } from '../merge-retrying.js';
import { isSecretRef } from '../secret-ref.js';
import type { DiscoveredSecret, DriverContext, StoreDriver } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { type KvVersion, parseKvData, parseKvVersion } from './kv-answer.js';
import { VaultClient } from './vault-client.js';
import { vaultCredentials } from './vault-login.js';
import { walkKvSecrets } from './walk-kv-secrets.js';
import { parseVaultScope, type VaultScope } from './vault-scope.js';

/** Opens a key-value v2 mount of Vault or OpenBao. A secret_ref is the path below the mount. */
export function openVaultStore(context: DriverContext, address: AllowedAddress): StoreDriver {
  const scope = parseVaultScope(context.scope);
  const place = { address, namespace: scope.namespace, ca: context.stores.vault.ca };
  return new VaultDriver(scope, new VaultClient(place, vaultCredentials(address, context), context), context);
}

class VaultDriver implements StoreDriver {
  constructor(
    private readonly scope: VaultScope,
    private readonly client: VaultClient,
    private readonly context: DriverContext,
  ) {}

  async read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    const current = await this.#current(ref);
    if (!current) throw new StoreError('secret_not_found');
    if (!current.members) throw new StoreError('secret_deleted');
    const { members } = current;
    if (!keys.every((key) => members.has(key))) throw new StoreError('key_not_found');
    return new Map(keys.map((key) => [key, decodeMember(members.get(key)!)]));
  }

  // Read, merge and write with check-and-set rather than PATCH: it needs no further capability, and it
  // serves secrets that don't exist yet.
  async patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    const changes = [...values].map(([key, value]) => [key, encodeMember(value)] as const);
    const path = this.#path('data', ref);
    await mergeRetrying(this.context, async () => {
      const current = await this.#current(ref);
      const merged = new Map([...(current?.members ?? []), ...changes]);
      const written = await this.client.post(path, writeBody(merged, current?.version ?? 0));
      if (!written.found) throw new StoreError('mount_not_found');
    });
  }

  discover(): AsyncIterable<DiscoveredSecret[]> {
    return discoveryPages(walkKvSecrets(this.client, this.scope));
  }

  // The preflight of the vendor's own command line: any capability below the mount is enough to ask.
  async check(): Promise<void> {
    const mount = parseKvData(await this.client.get(`sys/internal/ui/mounts/${this.scope.mount}`));
    if (!mount) throw new StoreError('mount_not_found');
    const version = (mount.options as { version?: unknown } | null)?.version;
    if (mount.type !== 'kv' || String(version) !== '2') throw new StoreError('mount_not_kv2');
  }

  async #current(ref: string): Promise<KvVersion | null> {
    return parseKvVersion(await this.client.get(this.#path('data', ref)));
  }

  #path(endpoint: string, ref: string): string {
    if (!isSecretRef(ref)) throw new StoreError('secret_ref_invalid');
    return `${this.scope.mount}/${endpoint}/${ref}`;
  }
}

/** The body of a write: the other members keep the very text they had. */
function writeBody(members: Map<string, string>, cas: number): string {
  const data = [...members].map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(',');
  return `{"options":{"cas":${cas}},"data":{${data}}}`;
}
