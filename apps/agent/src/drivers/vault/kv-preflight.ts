import { StoreError, type StoreErrorCode } from '../store-error.js';
import { parseKvData } from './kv-answer.js';
import type { VaultClient } from './vault-client.js';

/** Failures that an engine of another kind may cause: it has none of the requested paths. */
const MAY_BE_OTHER_KIND = new Set<StoreErrorCode>(['permission_denied', 'secret_not_found', 'mount_not_kv2']);

/**
 * Asks what is mounted there, as the vendor's own command line does. A store that hides the mount, or has none, says
 * the same to both (403): then nothing is decided here.
 * @throws StoreError mount_not_kv2, mount_not_found where the path is only the beginning or the end of a mount's
 */
export async function requireKv2(client: VaultClient, mount: string): Promise<void> {
  const found = await client
    .get(`sys/internal/ui/mounts/${mount}`)
    .then(parseKvData)
    .catch((error: unknown) => {
      const isHidden = error instanceof StoreError && error.code === 'permission_denied';
      if (isHidden) return null;
      throw error;
    });
  if (!found) return;
  if (typeof found.path === 'string' && found.path !== `${mount}/`) throw new StoreError('mount_not_found');
  const version = (found.options as { version?: unknown } | null)?.version;
  if (found.type !== 'kv' || String(version) !== '2') throw new StoreError('mount_not_kv2');
}

/** Does something below a mount; should it fail because another kind of engine is there, the error says that. */
export async function explaining<T>(client: VaultClient, mount: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof StoreError && MAY_BE_OTHER_KIND.has(error.code)) await requireKv2(client, mount);
    throw error;
  }
}
