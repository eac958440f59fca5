import type { SecretBytes } from '#libs/secret-bytes';
import { annotateRefusal } from '../annotate-refusal.js';
import { DiscoveryNotes } from '../discovery-notes.js';
import { probeDiscovery } from '../probe-discovery.js';
import type { AllowedAddress } from '../allowed-address.js';
import { discoveryPages } from '../discovery-pages.js';
import { mergeVersions } from '../merge-versions.js';
import { readContent } from '../secret-content.js';
import type { DiscoveredSecret, DriverContext, StoreDriver } from '../store-driver.js';
import { KeyVaultClient } from './key-vault-client.js';
import type { KeyVaultSettings } from './key-vault-scope.js';
import { isKeyVaultName, KeyVaultSecret } from './key-vault-secret.js';

/** Opens an Azure Key Vault. A secret_ref is the secret's name. */
export function openKeyVault(context: DriverContext<KeyVaultSettings>, address: AllowedAddress): StoreDriver {
  return new KeyVaultDriver(new KeyVaultClient(context, address));
}

class KeyVaultDriver implements StoreDriver {
  constructor(private readonly client: KeyVaultClient) {}

  async read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    return readContent(await new KeyVaultSecret(this.client, ref).current(), keys);
  }

  // The store has no conditional write, but it keeps every version: see mergeVersions.
  async patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    await mergeVersions(new KeyVaultSecret(this.client, ref), values);
  }

  discover(notes = new DiscoveryNotes()): AsyncIterable<DiscoveredSecret[]> {
    return discoveryPages(this.#list(notes), notes);
  }

  check(notes = new DiscoveryNotes()): Promise<void> {
    return annotateRefusal('list the secrets of the vault (secrets/readMetadata)', () =>
      probeDiscovery(this.#list(notes)),
    );
  }

  // The keys are inside the value, which discovery does not read.
  async *#list(notes: DiscoveryNotes): AsyncGenerator<DiscoveredSecret> {
    for await (const { enabled, name, tags } of this.client.list(listed)) {
      const isReadable = enabled !== false && notes.secret(isKeyVaultName(name));
      if (isReadable) yield { ref: name, keys: [], labels: { ...tags } };
    }
  }
}

const listed: Parameters<KeyVaultClient['list']>[0] = (sdk) => sdk.listPropertiesOfSecrets();
