import { readFileSync } from 'node:fs';
import { SecretBytes } from '#libs/secret-bytes';

/** Returns the content of a file that may be absent, null when it can't be read. */
export function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Returns the trimmed content of a file that may change or be absent at any time, null when there is none. */
export function secretIn(path: string): SecretBytes | null {
  const text = textIn(path)?.trim() ?? '';
  return text === '' ? null : SecretBytes.fromUtf8(text);
}
