import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { ED25519, keyIdInput, noteLines, type SignatureLine, verifierKeyParts } from '#libs/log-proofs';

/** DER prefixes of the 32 bytes, required by node:crypto (RFC 8410 §7 and §4). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

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
  const taken = noteLines(note);
  if (!taken) return null;
  const { text, signatures } = taken;
  const results = signatures.flatMap((line) => verifiers.map((verifier) => check(line, text, verifier)));
  return results.includes(true) && !results.includes(false) ? text : null;
}

/** Returns whether a line is this verifier's valid signature; null when it is another signer's. */
function check(line: SignatureLine, text: string, { name, publicKey }: NoteVerifier): boolean | null {
  if (!line) return false;
  const bytes = Buffer.from(line.encoded, 'base64');
  if (bytes.toString('base64') !== line.encoded) return false;
  const isTheirs = line.name === name && bytes.subarray(0, 4).equals(keyId(name, publicKey));
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
  const parts = verifierKeyParts(text);
  const typed = Buffer.from(parts?.encoded ?? '', 'base64');
  const publicKey = typed.subarray(1);
  const isKey = parts !== null && typed[0] === ED25519 && publicKey.length === 32;
  if (!isKey || keyId(parts.name, publicKey).toString('hex') !== parts.id)
    throw new TypeError('not a verifier key');
  return { name: parts.name, publicKey };
}

/** Returns the key id, which distinguishes keys of one name. */
function keyId(name: string, publicKey: Uint8Array): Buffer {
  return createHash('sha256').update(keyIdInput(name, publicKey)).digest().subarray(0, 4);
}

function rawPublicKey(key: KeyObject): Uint8Array {
  return key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
}
