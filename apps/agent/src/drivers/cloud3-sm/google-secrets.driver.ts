import type { SecretBytes } from '#libs/secret-bytes';
import { annotateRefusal } from '../annotate-refusal.js';
import { DiscoveryNotes } from '../discovery-notes.js';
import { probeDiscovery } from '../probe-discovery.js';
import type { AllowedAddress } from '../allowed-address.js';
import { discoveryPages } from '../discovery-pages.js';
import { mergeVersions } from '../merge-versions.js';
import { readContent } from '../secret-content.js';
import type { DiscoveredSecret, DriverContext, StoreDriver } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { StoreCursorGuard } from '../store-cursor-guard.js';
import { GoogleSecret, isGoogleSecretId } from './google-secret.js';
import { GoogleSecretsClient } from './google-secrets-client.js';
import { type GoogleSecretsSettings, parseGoogleSecretsScope } from './google-secrets-scope.js';

const PAGE_SIZE = '100';

/** Opens Google Secret Manager for one project. A secret_ref is the secret's id. */
export function openGoogleSecrets(
  context: DriverContext<GoogleSecretsSettings>,
  address: AllowedAddress,
): StoreDriver {
  const scope = parseGoogleSecretsScope(context.scope);
  return new GoogleSecretsDriver(new GoogleSecretsClient(scope, address, context));
}

class GoogleSecretsDriver implements StoreDriver {
  constructor(private readonly client: GoogleSecretsClient) {}

  async read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    return readContent(await new GoogleSecret(this.client, ref).newest(), keys);
  }

  // The store has no conditional write, but it numbers versions: see mergeVersions.
  async patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    await mergeVersions(new GoogleSecret(this.client, ref), values);
  }

  discover(notes = new DiscoveryNotes()): AsyncIterable<DiscoveredSecret[]> {
    return discoveryPages(this.#list(notes), notes);
  }

  check(notes = new DiscoveryNotes()): Promise<void> {
    return annotateRefusal('secretmanager.secrets.list', () => probeDiscovery(this.#list(notes)));
  }

  async *#list(notes: DiscoveryNotes): AsyncGenerator<DiscoveredSecret> {
    const guard = new StoreCursorGuard();
    let pageToken = '';
    do {
      const page = await this.client.get('', {
        pageSize: PAGE_SIZE,
        ...(pageToken === '' ? {} : { pageToken }),
      });
      const secrets = arrayOf(page.secrets);
      for (const secret of secrets) {
        const described = describe(secret);
        if (notes.secret(described !== null)) yield described!;
      }
      pageToken = typeof page.nextPageToken === 'string' ? page.nextPageToken : '';
      if (pageToken !== '') guard.follow(pageToken, secrets.length);
    } while (pageToken !== '');
  }
}

function arrayOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new StoreError('store_answer_unexpected');
  return value as unknown[];
}

// The keys are inside the value, which discovery does not read. A version would cost one more request per secret.
function describe(secret: unknown): DiscoveredSecret | null {
  const { labels, name } = (secret ?? {}) as { labels?: Record<string, unknown>; name?: unknown };
  const ref = typeof name === 'string' ? name.slice(name.lastIndexOf('/') + 1) : '';
  if (!isGoogleSecretId(ref)) return null;
  const texts = Object.entries(labels ?? {}).filter(
    (label): label is [string, string] => typeof label[1] === 'string',
  );
  return { ref, keys: [], labels: Object.fromEntries(texts) };
}
