import { newId } from '#libs/core';
import { type KeyService, type SealedValue, sealValue } from '#libs/kms';
import type { SecretBytes } from '#libs/secret-bytes';
import type { WrapAudience } from './stored-wrap.js';

/** A sealed value, to be inserted as a wrap. */
export interface SealedWrap {
  readonly id: string;
  readonly requestId: string;
  readonly keyName: string;
  readonly audience: WrapAudience;
  readonly sealed: SealedValue;
}

/**
 * Seals one value for each key, under new wrap ids. Calls the key service, so it runs before the transaction that inserts
 * the rows. The caller wipes the values.
 */
export async function sealWraps(
  keys: KeyService,
  requestId: string,
  audience: WrapAudience,
  values: ReadonlyMap<string, SecretBytes>,
): Promise<SealedWrap[]> {
  const sealing = [...values].map(async ([keyName, value]) => {
    const id = newId();
    const sealed = await sealValue(value, { wrapId: id, requestId, keyName, audience }, keys);
    return { id, requestId, keyName, audience, sealed };
  });
  return Promise.all(sealing);
}
