/** C2SP signed-note: the signature type of Ed25519. */
export const ED25519 = 1;

/** A verifier key: `<name>+<key id in hex>+<base64 of type and key>`. */
export interface VerifierKeyParts {
  readonly name: string;
  readonly id: string;
  readonly encoded: string;
}

/** Parses a verifier key (C2SP signed-note); null if it is invalid. */
export function verifierKeyParts(text: string): VerifierKeyParts | null {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  return name === undefined || id === undefined || encoded === undefined ? null : { name, id, encoded };
}

/** Returns the input of the key id, which is the first four bytes of its SHA-256: name, newline, type, key. */
export function keyIdInput(name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...new TextEncoder().encode(`${name}\n`), ED25519, ...publicKey]);
}
