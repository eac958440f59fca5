import { SecretBytes } from '#libs/secret-bytes';
import { isSecretRef } from '#libs/agent-protocol';
import type { AllowedAddress } from '../allowed-address.js';
import { DiscoveryNotes } from '../discovery-notes.js';
import { discoveryPages } from '../discovery-pages.js';
import { decodeMember, encodeMember } from '../member-value.js';
import { mergeRetrying } from '../merge-retrying.js';
import type { DiscoveredSecret, DriverContext, StoreDriver } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import type { VaultSettings } from './vault-settings.js';
import { type KvVersion, parseKvData, parseKvVersion } from './kv-answer.js';
import { VaultClient } from './vault-client.js';
import { vaultCredentials } from './vault-login.js';
import { KvWalk } from './kv-walk.js';
import { explainMountType, requireKv2 } from './kv-preflight.js';
import { parseVaultScope, type VaultScope } from './vault-scope.js';

/** Opens a key-value v2 mount of Vault or OpenBao. A secret_ref is the path below the mount. */
export function openVaultStore(context: DriverContext<VaultSettings>, address: AllowedAddress): StoreDriver {
  const scope = parseVaultScope(context.scope);
  const endpoint = { address, namespace: scope.namespace, ca: context.settings.ca };
  return new VaultDriver(
    scope,
    new VaultClient(endpoint, vaultCredentials(address, context), context),
    context,
  );
}

class VaultDriver implements StoreDriver {
  constructor(
    private readonly scope: VaultScope,
    private readonly client: VaultClient,
    private readonly context: DriverContext<VaultSettings>,
  ) {}

  async read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    const current = await this.#explaining(async () => {
      const found = await this.#current(ref);
      if (!found) throw new StoreError('secret_not_found');
      return found;
    });
    if (!current.members) throw new StoreError('secret_deleted');
    const { members } = current;
    if (!keys.every((key) => members.has(key))) throw new StoreError('key_not_found');
    return new Map(keys.map((key) => [key, decodeMember(members.get(key)!)]));
  }

  // Read, merge and write with check-and-set rather than PATCH, which requires another capability and doesn't create
  // secrets.
  async patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    const changes = [...values].map(([key, value]) => [key, encodeMember(value)] as const);
    const path = this.#path('data', ref);
    await mergeRetrying(this.context, async () => {
      const current = await this.#explaining(() => this.#current(ref));
      // An engine without versions would accept the write, and store it as another secret.
      if (!current) await requireKv2(this.client, this.scope.mount);
      const merged = new Map([...(current?.members ?? []), ...changes]);
      const written = await this.client.post(path, writeBody(merged, current?.version ?? 0));
      if (parseKvData(written) === null) throw new StoreError('mount_not_found');
    });
  }

  discover(notes = new DiscoveryNotes()): AsyncIterable<DiscoveredSecret[]> {
    return discoveryPages(new KvWalk(this.client, this.scope, notes).secrets(), notes);
  }

  check(notes = new DiscoveryNotes()): Promise<void> {
    return new KvWalk(this.client, this.scope, notes).probe();
  }

  #explaining<T>(task: () => Promise<T>): Promise<T> {
    return explainMountType(this.client, this.scope.mount, task);
  }

  async #current(ref: string): Promise<KvVersion | null> {
    return parseKvVersion(await this.client.get(this.#path('data', ref)));
  }

  #path(endpoint: string, ref: string): string {
    // The control plane checks it as well, but a segment `..` would leave the mount.
    if (!isSecretRef(ref)) throw new StoreError('secret_ref_invalid');
    return `${this.scope.mount}/${endpoint}/${ref}`;
  }
}

/** Returns the body of a write; all other members keep their original text. */
function writeBody(members: Map<string, string>, cas: number): string {
  const data = [...members].map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(',');
  return `{"options":{"cas":${cas}},"data":{${data}}}`;
}
