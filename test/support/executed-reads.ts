import { createKeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import {
  type ExecutedRead,
  insertExecutedReads,
  type Sql,
  type StoredPerson,
} from '../../libs/requests/src/testing/executed-reads.js';
import { canaryKey } from './canary.js';
import type { World } from './world.js';

const masterKey = canaryKey('master key');

/** For the processes that open the wraps of `insertReads`. */
export const MASTER_KEY_ENV = { SVC_WRAP_MASTER_KEY: masterKey.toString('base64') };

/**
 * Inserts an executed read in the world's dev environment for each requester, with a wrap for each of its values, sealed as
 * a process with MASTER_KEY_ENV seals them.
 *
 * @param valuesOf the values of the n-th requester's request
 */
export function insertReads(
  database: Sql,
  world: World,
  requesters: readonly StoredPerson[],
  valuesOf: (index: number) => readonly Uint8Array[],
): Promise<ExecutedRead[]> {
  const config = { masterKey: SecretBytes.from(masterKey), previousMasterKeys: [] };
  const keys = createKeyService({ backend: 'local', ...config });
  const place = {
    projectId: world.project.id,
    environmentId: world.dev.id,
    connectionId: world.connection.id,
  };
  return insertExecutedReads(database, keys, place, requesters, valuesOf);
}
