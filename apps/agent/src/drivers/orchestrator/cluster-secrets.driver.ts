import { SecretBytes } from '#libs/secret-bytes';
import type { SecretName } from '../../identity/state-secret.js';
import { annotateRefusal } from '../annotate-refusal.js';
import { DiscoveryNotes } from '../discovery-notes.js';
import { probeDiscovery } from '../probe-discovery.js';
import { discoveryPages } from '../discovery-pages.js';
import { mergeRetrying } from '../merge-retrying.js';
import type { DiscoveredSecret, DriverContext, StoreDriver } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { ClusterClient, type ClusterSecretsSettings } from './cluster-client.js';
import { parseClusterRef, parseNamespace } from './cluster-secret-ref.js';
import { listClusterSecrets } from './list-cluster-secrets.js';

const KEY = /^[-._A-Za-z0-9]{1,253}$/;
const SIZE_LIMIT = 1024 * 1024;

/**
 * Opens the secrets of the cluster that the agent runs in. A secret_ref is a name if the connection has a namespace, else
 * `namespace/name`.
 */
export function openClusterSecrets(context: DriverContext<ClusterSecretsSettings>): StoreDriver {
  return new ClusterSecretsDriver(new ClusterClient(context), parseNamespace(context.scope), context);
}

class ClusterSecretsDriver implements StoreDriver {
  constructor(
    private readonly client: ClusterClient,
    private readonly namespace: string,
    private readonly context: DriverContext<ClusterSecretsSettings>,
  ) {}

  async read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    const place = this.#placeOf(ref);
    const { data } = await this.client.call({ method: 'GET', path: pathOf(place) }).catch(async (error) => {
      // A missing namespace causes 404 as well.
      if (error instanceof StoreError && error.code === 'secret_not_found') await this.#requireNamespace();
      throw error;
    });
    const values = (data ?? {}) as Record<string, unknown>;
    if (!keys.every((key) => Object.hasOwn(values, key))) throw new StoreError('key_not_found');
    return new Map(keys.map((key) => [key, decode(values[key])]));
  }

  // A merge patch of the given keys: the server keeps the others, and none has to be read.
  async patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    const place = this.#placeOf(ref);
    const data = encode(values);
    await mergeRetrying(this.context, async () => {
      try {
        await this.client.call({ method: 'PATCH', path: pathOf(place), body: { data } });
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'secret_not_found') throw error;
        await this.#create(place, data);
      }
    });
  }

  discover(notes = new DiscoveryNotes()): AsyncIterable<DiscoveredSecret[]> {
    return discoveryPages(this.#list(notes), notes);
  }

  async check(notes = new DiscoveryNotes()): Promise<void> {
    const where = this.namespace === '' ? 'in all namespaces' : `in ${this.namespace}`;
    await annotateRefusal(`list secrets ${where}`, () => probeDiscovery(this.#list(notes)));
  }

  async *#list(notes: DiscoveryNotes): AsyncGenerator<DiscoveredSecret> {
    // Checked first: the list of a missing namespace is empty, and all discovered secrets would be marked as missing.
    await this.#requireNamespace();
    for await (const secret of listClusterSecrets(this.client, this.namespace, notes)) {
      if (!this.#isIdentity(parseClusterRef(secret.ref, this.namespace))) yield secret;
    }
  }

  #placeOf(ref: string): SecretName {
    const place = parseClusterRef(ref, this.namespace);
    if (this.#isIdentity(place)) throw new StoreError('secret_not_found');
    return place;
  }

  /** The service account may read the identity Secret; whoever reads it can act as every agent of the process. */
  #isIdentity({ name, namespace }: SecretName): boolean {
    const { identities } = this.context.settings;
    return identities.some((kept) => kept.name === name && kept.namespace === namespace);
  }

  async #requireNamespace(): Promise<void> {
    if (this.namespace === '') return;
    // Lack of permission to read the namespace is not a failure.
    const path = `/api/v1/namespaces/${this.namespace}`;
    const codes = { kubernetes_not_found: 'namespace_not_found' } as const;
    await this.client.call({ method: 'GET', path }, codes).catch((error: unknown) => {
      if (!(error instanceof StoreError) || error.code !== 'permission_denied') throw error;
    });
  }

  async #create({ name, namespace }: SecretName, data: Record<string, string>): Promise<void> {
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const body = { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', data };
    await this.client.call({ method: 'POST', path, body }, { kubernetes_not_found: 'namespace_not_found' });
  }
}

function pathOf({ name, namespace }: SecretName): string {
  return `/api/v1/namespaces/${namespace}/secrets/${name}`;
}

function decode(value: unknown): SecretBytes {
  if (typeof value !== 'string') throw new StoreError('store_answer_unexpected');
  const bytes = Buffer.from(value, 'base64');
  const held = SecretBytes.from(bytes);
  bytes.fill(0);
  return held;
}

function encode(values: ReadonlyMap<string, SecretBytes>): Record<string, string> {
  const sizes = [...values.values()].map((value) => value.length);
  if (sizes.reduce((sum, size) => sum + size, 0) > SIZE_LIMIT) throw new StoreError('value_too_large');
  if (![...values.keys()].every((key) => KEY.test(key))) throw new StoreError('key_name_invalid');
  return Object.fromEntries([...values].map(([key, value]) => [key, value.toBase64()]));
}
