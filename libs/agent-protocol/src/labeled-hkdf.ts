import { createHmac } from 'node:crypto';

const VERSION = 'HPKE-v1';
const HASH = 'sha256';
const HASH_BYTES = 32;

/**
 * LabeledExtract and LabeledExpand (RFC 9180 §4) over HKDF-SHA256 (RFC 5869), bound to one algorithm or suite by its id.
 * Callers wipe what they extract and expand.
 */
export class LabeledHkdf {
  constructor(private readonly suiteId: Uint8Array) {}

  /** Returns LabeledExtract(salt, label, ikm), 32 bytes. */
  extract(salt: Uint8Array, label: string, ikm: Uint8Array): Buffer {
    // HKDF-Extract (RFC 5869 §2.2): HMAC keyed by the salt.
    return createHmac(HASH, salt).update(VERSION).update(this.suiteId).update(label).update(ikm).digest();
  }

  /** Returns LabeledExpand(prk, label, info, length). @throws RangeError above 32 bytes, which would need a second block */
  expand(prk: Uint8Array, label: string, info: Uint8Array, length: number): Buffer {
    if (length > HASH_BYTES) throw new RangeError('LabeledExpand returns at most 32 bytes.');
    // HKDF-Expand (RFC 5869 §2.3): T(1) = HMAC(prk, info || 0x01), here with I2OSP(length, 2) as the info's first bytes.
    const block = createHmac(HASH, prk)
      .update(Uint8Array.of(0, length))
      .update(VERSION)
      .update(this.suiteId)
      .update(label)
      .update(info)
      .update(Uint8Array.of(1))
      .digest();
    block.fill(0, length);
    return block.subarray(0, length);
  }
}
