import { isSecretRef } from '#libs/agent-protocol';

/** An index entry of the database holds about 2,700 bytes; four-byte characters alone would pass that. */
const MAX_REF_BYTES = 2048;

/** Returns true for a reference that a request could name and the catalogue can hold. */
export function isDiscoveredRef(text: string): boolean {
  return isSecretRef(text) && Buffer.byteLength(text) <= MAX_REF_BYTES;
}
