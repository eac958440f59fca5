import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/**
 * Secret bytes: a value, a key, a password. Printed, serialized, inspected or interpolated they are `[redacted]`; only
 * reveal() and toBase64() return the bytes.
 */
export class SecretBytes {
  // A private field is invisible to JSON, inspect, spread, Object.keys and structuredClone.
  #bytes: Uint8Array | null;

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Copies `bytes`; the caller still owns (and wipes) the original. */
  static from(bytes: Uint8Array): SecretBytes {
    return new SecretBytes(Uint8Array.from(bytes));
  }

  /** Copies the UTF-8 encoding of `text`. */
  static fromUtf8(text: string): SecretBytes {
    return SecretBytes.#takeOver(Buffer.from(text, 'utf8'));
  }

  /**
   * Decodes canonical, padded standard base64 (RFC 4648 §4).
   *
   * @throws TypeError for anything else, without quoting it
   */
  static fromBase64(text: string): SecretBytes {
    const decoded = Buffer.from(text, 'base64');
    if (decoded.toString('base64') !== text) {
      decoded.fill(0);
      throw new TypeError('not canonical base64');
    }
    return SecretBytes.#takeOver(decoded);
  }

  /** The number of bytes. @throws Error after wipe() */
  get length(): number {
    return this.#live().length;
  }

  /** Returns the live bytes, not a copy: they become zeros at wipe(). @throws Error after wipe() */
  reveal(): Uint8Array {
    return this.#live();
  }

  /** Returns the bytes as padded standard base64. @throws Error after wipe() */
  toBase64(): string {
    const bytes = this.#live();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }

  /** Overwrites the bytes with zeros and drops them; a second call does nothing. */
  wipe(): void {
    this.#bytes?.fill(0);
    this.#bytes = null;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }

  #live(): Uint8Array {
    if (this.#bytes === null) throw new Error('these secret bytes were wiped');
    return this.#bytes;
  }

  // A small Buffer lives in Node's shared pool: copy it to memory of its own and clear its part of the pool.
  static #takeOver(pooled: Buffer): SecretBytes {
    const secret = SecretBytes.from(pooled);
    pooled.fill(0);
    return secret;
  }
}
