import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** C2SP signed-note: the signature type of Ed25519. */
const ED25519 = 1;
/** DER prefixes of the 32 bytes, required by node:crypto (RFC 8410 §7 and §4). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const SIGNATURE = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/u;

/** A signer of notes: a name and an Ed25519 key. */
export interface NoteSigner {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  sign(text: string): string;
}

/** A public key whose signatures are accepted. */
export interface NoteVerifier {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

/**
 * Returns a signer of notes (C2SP signed-note).
 *
 * @param name not empty, without spaces and plus signs
 * @param seed the 32 bytes of the Ed25519 private key (RFC 8032 §5.1.5)
 */
export function noteSigner(name: string, seed: Uint8Array): NoteSigner {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(createPublicKey(key));
  const prefix = keyId(name, publicKey);
  return {
    name,
    publicKey,
    sign: (text) => {
      const signature = Buffer.concat([prefix, sign(null, Buffer.from(text), key)]);
      return `${text}\n\u2014 ${name} ${signature.toString('base64')}\n`;
    },
  };
}

/**
 * Verifies a note. Lines of unknown signers are ignored, but an invalid line under a verifier's name and key rejects
 * the note.
 *
 * @returns the note's text, ending in a newline, when a verifier's signature is valid; else null
 */
export function openNote(note: string, verifiers: readonly NoteVerifier[]): string | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  const results = lines.flatMap((line) => verifiers.map((verifier) => check(line, text, verifier)));
  return results.includes(true) && !results.includes(false) ? text : null;
}

/** Returns whether a line is this verifier's valid signature; null when it is another signer's. */
function check(line: string, text: string, { name, publicKey }: NoteVerifier): boolean | null {
  const match = SIGNATURE.exec(line);
  if (!match) return false;
  const [signer, encoded] = match.slice(1) as [string, string];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return false;
  const isTheirs = signer === name && bytes.subarray(0, 4).equals(keyId(name, publicKey));
  if (!isTheirs) return null;
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, bytes.subarray(4));
}

/** Returns a verifier key in C2SP form: `<name>+<key id in hex>+<base64 of type and key>`. */
export function verifierKey({ name, publicKey }: NoteVerifier): string {
  const typed = Buffer.concat([Uint8Array.of(ED25519), publicKey]);
  return `${name}+${keyId(name, publicKey).toString('hex')}+${typed.toString('base64')}`;
}

/** Parses the form of `verifierKey`. @throws TypeError for anything else */
export function parseVerifierKey(text: string): NoteVerifier {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const typed = Buffer.from(encoded ?? '', 'base64');
  const publicKey = typed.subarray(1);
  const isKey = name !== undefined && typed[0] === ED25519 && publicKey.length === 32;
  if (!isKey || keyId(name, publicKey).toString('hex') !== id) throw new TypeError('not a verifier key');
  return { name, publicKey };
}

/** Returns the id that tells keys of one name apart: the first bytes of SHA-256(name, newline, type, key). */
function keyId(name: string, publicKey: Uint8Array): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(Uint8Array.of(ED25519)).update(publicKey);
  return hash.digest().subarray(0, 4);
}

function rawPublicKey(key: KeyObject): Uint8Array {
  return key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
}
