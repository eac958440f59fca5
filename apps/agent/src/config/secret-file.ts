import { readFileSync } from 'node:fs';
import { SecretBytes } from '#libs/secret-bytes';

/** Returns the content of an optional file; null if it can't be read. */
export function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Returns the trimmed content of an optional file that may change at any time; null if there is none. */
export function secretIn(path: string): SecretBytes | null {
  const text = textIn(path)?.trim() ?? '';
  return text === '' ? null : SecretBytes.fromUtf8(text);
}
