import { SecretBytes } from '#libs/secret-bytes';
import { ValueFault } from './config.errors.js';

const MIN_SIGNING_BYTES = 32;
/** bcrypt ignores further bytes (D16). */
const MAX_PASSWORD_BYTES = 72;

/** Returns the text's UTF-8 bytes. */
export function parseSecretText(text: string): SecretBytes {
  return SecretBytes.fromUtf8(text);
}

/** Parses a signing secret: base64 of 32 or more bytes, else 32 or more raw bytes. @throws ValueFault */
export function parseSigningSecret(text: string): SecretBytes {
  const decoded = decode(text);
  if (decoded !== null && decoded.length >= MIN_SIGNING_BYTES) return decoded;
  decoded?.wipe();
  const raw = SecretBytes.fromUtf8(text);
  if (raw.length >= MIN_SIGNING_BYTES) return raw;
  throw new ValueFault('must be 32 bytes or more, base64 or raw');
}

/** Parses exactly 32 bytes in base64. @throws ValueFault */
export function parseKey32(text: string): SecretBytes {
  const decoded = decode(text);
  if (decoded?.length === 32) return decoded;
  throw new ValueFault('must be base64 of exactly 32 bytes');
}

/** Parses a comma-separated list of 32-byte keys. @throws ValueFault */
export function parseKey32List(text: string): readonly SecretBytes[] {
  try {
    return text.split(',').map((part) => parseKey32(part.trim()));
  } catch {
    throw new ValueFault('must be a comma list of keys, each base64 of exactly 32 bytes');
  }
}

/** Parses a password of at most the length that bcrypt reads. @throws ValueFault */
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
