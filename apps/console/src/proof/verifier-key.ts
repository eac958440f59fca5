import { ED25519, keyIdInput, verifierKeyParts } from '#libs/log-proofs';
import { type Bytes, fromBase64, sha256, toBase64, toHex } from './bytes.js';

/** A public key whose signatures under a name are accepted. */
export interface VerifierKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Bytes;
}

/** Returns the first four bytes of the hash that tells keys of one name apart (C2SP signed-note). */
export async function keyIdOf({ name, publicKey }: VerifierKey): Promise<Bytes> {
  return (await sha256(keyIdInput(name, publicKey))).slice(0, 4);
}

/** Parses `<name>+<key id>+<base64>` (C2SP signed-note); null for anything else. */
export async function parseVerifierKey(text: string): Promise<VerifierKey | null> {
  const parts = verifierKeyParts(text.trim());
  const typed = parts && fromBase64(parts.encoded);
  if (!parts || typed?.length !== 33 || typed[0] !== ED25519) return null;
  const key = { name: parts.name, publicKey: typed.slice(1) };
  return toHex(await keyIdOf(key)) === parts.id ? key : null;
}

/** Returns a key in the form that `parseVerifierKey` reads. */
export async function verifierKeyText(key: VerifierKey): Promise<string> {
  const typed = Uint8Array.of(ED25519, ...key.publicKey);
  return `${key.name}+${toHex(await keyIdOf(key))}+${toBase64(typed)}`;
}
