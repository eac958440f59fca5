import { isSecretRef } from '#libs/agent-protocol';

/** An index entry is limited to about 2,700 bytes, which a ref of four-byte characters could exceed. */
const MAX_REF_BYTES = 2048;

/** Returns whether a ref can be requested and stored in the catalogue. */
export function isDiscoveredRef(text: string): boolean {
  return isSecretRef(text) && Buffer.byteLength(text) <= MAX_REF_BYTES;
}
