import { StoreError, type StoreErrorCode } from '../store-error.js';
import { parseKvData } from './kv-answer.js';
import type { VaultClient } from './vault-client.js';

/** Failures that another type of engine may cause, because it doesn't have the requested paths. */
const MAY_BE_OTHER_KIND = new Set<StoreErrorCode>(['permission_denied', 'secret_not_found', 'mount_not_kv2']);

/**
 * Reads the type of the mount, as the vendor's CLI does. A store responds with 403 whether the mount is hidden or missing:
 * then nothing is decided here.
 * @throws StoreError mount_not_kv2; mount_not_found if the path is only a prefix of a mount, or continues below one
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

/** Runs a task below a mount; if it fails because of another type of engine, the error says so. */
export async function explainMountType<T>(
  client: VaultClient,
  mount: string,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof StoreError && MAY_BE_OTHER_KIND.has(error.code)) await requireKv2(client, mount);
    throw error;
  }
}
