export type Bytes = Uint8Array<ArrayBuffer>;

/** Returns the bytes of canonical base64; null for anything else. */
export function fromBase64(text: string): Bytes | null {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** Returns bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Returns bytes in hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the SHA-256 of these parts, one after the other. */
export async function sha256(...parts: readonly Uint8Array[]): Promise<Bytes> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/** Returns whether both are the same bytes. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
