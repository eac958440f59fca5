import { isKeyName, isSecretRef } from '../secret-ref.js';
import type { DiscoveredSecret } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { StoreTrail } from '../store-trail.js';
import { parseKvData } from './kv-answer.js';
import type { VaultClient } from './vault-client.js';
import type { VaultScope } from './vault-scope.js';

/** Secrets looked at together; the store's own limits are met by waiting (Retry-After). */
const TOGETHER = 8;

/**
 * Every secret below the connection's prefix that can be read now, folder by folder. Values aren't asked for:
 * names come from `subkeys`, labels and version from `metadata`. A folder that the token may not list fails
 * the walk: else all below it would be taken for missing.
 */
export async function* walkKvSecrets(
  client: VaultClient,
  scope: VaultScope,
): AsyncGenerator<DiscoveredSecret> {
  const trail = new StoreTrail();
  const folders = [scope.prefix];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const names = await listFolder(client, scope.mount, folder);
    const refs = names.map((name) => (folder === '' ? name : `${folder}/${name}`));
    // What the control plane wouldn't take as a secret_ref can't be asked for either.
    const usable = refs.filter((ref) => isSecretRef(ref.replace(/\/$/, '')));
    folders.push(...usable.filter((ref) => ref.endsWith('/')).map((ref) => ref.slice(0, -1)));
    const leaves = usable.filter((ref) => !ref.endsWith('/'));
    trail.follow(folder, leaves.length);
    for (let start = 0; start < leaves.length; start += TOGETHER) {
      const batch = leaves.slice(start, start + TOGETHER);
      const secrets = await Promise.all(batch.map((ref) => describe(client, scope.mount, ref)));
      yield* secrets.filter((secret) => secret !== null);
    }
  }
}

async function listFolder(client: VaultClient, mount: string, folder: string): Promise<string[]> {
  const path = ['metadata', folder].filter((part) => part !== '').join('/');
  const data = parseKvData(await client.get(`${mount}/${path}`, '?list=true'));
  const keys = data?.keys ?? [];
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) {
    throw new StoreError('store_answer_unexpected');
  }
  return keys;
}

async function describe(client: VaultClient, mount: string, ref: string): Promise<DiscoveredSecret | null> {
  const metadata = await unlessForbidden(() => client.get(`${mount}/metadata/${ref}`).then(parseKvData));
  if (metadata === null || (metadata && !isReadable(metadata))) return null;
  const keys = await listKeys(client, mount, ref);
  if (!metadata) return { ref, keys, labels: {} };
  return { ref, keys, labels: labelsOf(metadata), version: String(metadata.current_version) };
}

/** A token may be allowed to list and not to look closer: the name alone is still worth reporting. */
async function unlessForbidden<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'permission_denied') return undefined;
    throw error;
  }
}

async function listKeys(client: VaultClient, mount: string, ref: string): Promise<string[]> {
  const answer = await unlessForbidden(() => client.get(`${mount}/subkeys/${ref}`, '?depth=1'));
  // Older stores have no subkeys: they answer 404.
  if (!answer?.found) return [];
  const { subkeys } = parseKvData(answer) ?? {};
  return Object.keys(subkeys ?? {}).filter(isKeyName);
}

/** Whether the newest version is neither destroyed nor past its deletion time. */
function isReadable(metadata: Record<string, unknown>): boolean {
  const versions = (metadata.versions ?? {}) as Record<
    string,
    { deletion_time?: string; destroyed?: boolean }
  >;
  const newest = versions[String(metadata.current_version)];
  if (!newest || newest.destroyed) return false;
  return !newest.deletion_time || Date.parse(newest.deletion_time) > Date.now();
}

function labelsOf(metadata: Record<string, unknown>): Record<string, string> {
  const labels = Object.entries((metadata.custom_metadata ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    labels.filter((label): label is [string, string] => typeof label[1] === 'string'),
  );
}
