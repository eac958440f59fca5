import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/**
 * Bytes that must not be seen: a value, a key, a password. However it is printed, serialized, inspected
 * or interpolated, the text is `[redacted]`; the bytes come out through reveal() and toBase64() alone.
 */
export class SecretBytes {
  // A private field is invisible to JSON, inspect, spread, Object.keys and structuredClone.
  #bytes: Uint8Array | null;

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Holds a copy of `bytes`; the caller still owns (and wipes) what it passed. */
  static from(bytes: Uint8Array): SecretBytes {
    return new SecretBytes(Uint8Array.from(bytes));
  }

  /** Holds the UTF-8 encoding of `text`. */
  static fromUtf8(text: string): SecretBytes {
    return SecretBytes.#takeOver(Buffer.from(text, 'utf8'));
  }

  /**
   * Holds what canonical, padded standard base64 (RFC 4648 §4) decodes to.
   * @throws TypeError when `text` is anything else; the message does not contain it.
   */
  static fromBase64(text: string): SecretBytes {
    const decoded = Buffer.from(text, 'base64');
    if (decoded.toString('base64') !== text) {
      decoded.fill(0);
      throw new TypeError('not canonical base64');
    }
    return SecretBytes.#takeOver(decoded);
  }

  /** Number of bytes. @throws Error after wipe(). */
  get length(): number {
    return this.#live().length;
  }

  /** The live bytes, not a copy: they turn to zeros at wipe(). @throws Error after wipe(). */
  reveal(): Uint8Array {
    return this.#live();
  }

  /** The bytes as padded standard base64, for the wire. @throws Error after wipe(). */
  toBase64(): string {
    const bytes = this.#live();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }

  /** Overwrites the bytes with zeros and lets go of them; a second call does nothing. */
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

  // A small Buffer lives in a slab shared with others: keep own memory and clear the slab's part.
  static #takeOver(pooled: Buffer): SecretBytes {
    const secret = SecretBytes.from(pooled);
    pooled.fill(0);
    return secret;
  }
}
