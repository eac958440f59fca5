import { isKeyName } from '#libs/agent-protocol';
import type { KubeObject } from '../../kubernetes/kube-api.js';
import type { DiscoveryNotes } from '../discovery-notes.js';
import type { DiscoveredSecret } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { StoreCursorGuard } from '../store-cursor-guard.js';
import type { ClusterClient } from './cluster-client.js';
import { clusterRefOf } from './cluster-secret-ref.js';

// Metadata only: a plain list would contain the values.
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const PAGE_SIZE = 100;
const RESTARTS = 3;

interface Page {
  items: KubeObject[];
  next: string;
}

/**
 * Yields every secret of the namespace ('' for all), without values: key names come from the managed fields. A list whose
 * continue token expires is restarted.
 */
export async function* listClusterSecrets(
  client: ClusterClient,
  namespace: string,
  notes: DiscoveryNotes,
): AsyncGenerator<DiscoveredSecret> {
  const reported = new Set<string>();
  let guard = new StoreCursorGuard();
  let next = '';
  for (let restarts = 0; ;) {
    const page = await readPage(client, namespace, next);
    if (page === null && (restarts += 1) > RESTARTS) throw new StoreError('store_unavailable');
    const found = (page?.items ?? []).flatMap((item) => describe(item, namespace, notes) ?? []);
    const fresh = found.filter(({ ref }) => !reported.has(ref));
    yield* fresh;
    for (const { ref } of fresh) reported.add(ref);
    next = page?.next ?? '';
    if (page && next === '') return;
    if (page) guard.follow(next, page.items.length);
    else guard = new StoreCursorGuard();
  }
}

/** Returns null when the list must be restarted. */
async function readPage(client: ClusterClient, namespace: string, next: string): Promise<Page | null> {
  const path = namespace === '' ? '/api/v1/secrets' : `/api/v1/namespaces/${namespace}/secrets`;
  const query = { limit: String(PAGE_SIZE), ...(next === '' ? {} : { continue: next }) };
  const expired = { kubernetes_expired: 'cas_conflict' } as const;
  try {
    const list = await client.call({ method: 'GET', path, query, accept: METADATA }, expired);
    const { continue: more = '' } = (list.metadata ?? {}) as { continue?: unknown };
    // A server that doesn't support the media type would respond with values.
    const isAsked = list.kind === 'PartialObjectMetadataList' && Array.isArray(list.items);
    if (!isAsked || typeof more !== 'string') throw new StoreError('store_answer_unexpected');
    return { items: list.items as KubeObject[], next: more };
  } catch (error) {
    if (error instanceof StoreError && error.code === 'cas_conflict') return null;
    throw error;
  }
}

function describe({ metadata }: KubeObject, only: string, notes: DiscoveryNotes): DiscoveredSecret | null {
  const { deletionTimestamp, labels, managedFields, name, namespace, resourceVersion } = (metadata ??
    {}) as Record<string, unknown>;
  const ref = clusterRefOf(namespace, name, only);
  if (deletionTimestamp !== undefined || !notes.secret(ref !== null)) return null;
  const texts = Object.entries(labels ?? {}).filter(
    (label): label is [string, string] => typeof label[1] === 'string',
  );
  const version = typeof resourceVersion === 'string' ? { version: resourceVersion } : {};
  return {
    ref: ref!,
    keys: notes.keys(keysIn(managedFields), isKeyName).sort(),
    labels: Object.fromEntries(texts),
    ...version,
  };
}

/** Key names are in the managed fields as `f:data: {"f:<key>": {}}`. */
function keysIn(managedFields: unknown): string[] {
  const entries = (Array.isArray(managedFields) ? managedFields : []) as { fieldsV1?: unknown }[];
  const names = entries.flatMap(({ fieldsV1 }) => {
    const data = (fieldsV1 as Record<string, unknown> | undefined)?.['f:data'];
    return Object.keys(data ?? {}).flatMap((field) => (field.startsWith('f:') ? [field.slice(2)] : []));
  });
  return names;
}
