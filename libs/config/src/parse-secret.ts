import { SecretBytes } from '#libs/secret-bytes';
import { ValueFault } from './config.errors.js';

const MIN_SIGNING_BYTES = 32;
/** bcrypt reads no further (D16). */
const MAX_PASSWORD_BYTES = 72;

/** Any text, as its UTF-8 bytes. */
export function parseSecretText(text: string): SecretBytes {
  return SecretBytes.fromUtf8(text);
}

/** A signing secret: base64 of 32 or more bytes, else 32 or more raw bytes. @throws ValueFault */
export function parseSigningSecret(text: string): SecretBytes {
  const decoded = decode(text);
  if (decoded !== null && decoded.length >= MIN_SIGNING_BYTES) return decoded;
  decoded?.wipe();
  const raw = SecretBytes.fromUtf8(text);
  if (raw.length >= MIN_SIGNING_BYTES) return raw;
  throw new ValueFault('must be 32 bytes or more, base64 or raw');
}

/** Exactly 32 bytes in base64, nothing else. @throws ValueFault */
export function parseKey32(text: string): SecretBytes {
  const decoded = decode(text);
  if (decoded?.length === 32) return decoded;
  throw new ValueFault('must be base64 of exactly 32 bytes');
}

/** A comma list of what parseKey32 takes. @throws ValueFault */
export function parseKey32List(text: string): readonly SecretBytes[] {
  try {
    return text.split(',').map((part) => parseKey32(part.trim()));
  } catch {
    throw new ValueFault('must be a comma list of keys, each base64 of exactly 32 bytes');
  }
}

/** A password that bcrypt reads to its end. @throws ValueFault */
export function parsePassword(text: string): SecretBytes {
  const password = SecretBytes.fromUtf8(text);
  if (password.length <= MAX_PASSWORD_BYTES) return password;
  throw new ValueFault('must be at most 72 bytes');
}

function decode(text: string): SecretBytes | null {
  try {
    return SecretBytes.fromBase64(text);
  } catch {
    return null;
  }
}
