import { createHmac, hkdfSync } from 'node:crypto';
import type { SecretBytes } from '#libs/secret-bytes';

const LABEL = 'svc/idempotency/v1';

/** A call as far as two of them must be the same. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Tells whether two calls are the same without keeping what they said. The injection token, too. */
export class CallFingerprint {
  readonly #key: Uint8Array;

  /** The key is derived from the service's signing secret (RFC 5869), so that nobody else can test guesses (D15). */
  constructor(secret: SecretBytes) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret.reveal(), '', LABEL, 32));
  }

  /** 32 bytes, the same for the same method, path and body; the order of a body's members does not count. */
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
  // Marked as an object, so that no list of pairs reads the same.
  return { members: members.map(([name, member]) => [name, sorted(member)]) };
}
