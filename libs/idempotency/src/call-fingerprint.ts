import { createHmac, hkdfSync } from 'node:crypto';
import type { SecretBytes } from '#libs/secret-bytes';

const LABEL = 'svc/idempotency/v1';

/** The parts of a request that its fingerprint covers. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Fingerprints requests, so that two can be compared without storing them. Also the injection token. */
export class CallFingerprint {
  readonly #key: Uint8Array;

  /**
   * Derives a key from the service's signing secret (HKDF, RFC 5869), so that a leaked fingerprint can't be
   * brute-forced (D15).
   */
  constructor(secret: SecretBytes) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret.reveal(), '', LABEL, 32));
  }

  /** Returns 32 bytes, equal for equal method, path and body; the order of a body's members does not matter. */
  of({ method, path, body }: Call): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([method, path, sorted(body)]))
      .digest();
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Marks objects, so that an array of pairs has another fingerprint.
  return { members: members.map(([name, member]) => [name, sorted(member)]) };
}
