import { readFileSync } from 'node:fs';
import { minisignSigner } from './minisign-signer.js';
import type { Signer } from './signer.js';
import { sigstoreSigner } from './sigstore-signer.js';

/**
 * Returns the signer of a release: a sigstore bundle if RELEASE_SIGSTORE_KEY_FILE names a key, else minisign with
 * RELEASE_MINISIGN_KEY_FILE. The key's password, if any, is in RELEASE_KEY_PASSWORD_FILE (a final newline is ignored), never
 * in an argument, which every account of the machine can read.
 * @returns null without a key
 * @throws Error for a key or a password that can't be read or used
 */
export function signerOf(env: NodeJS.ProcessEnv): Signer | null {
  const { RELEASE_SIGSTORE_KEY_FILE, RELEASE_MINISIGN_KEY_FILE, RELEASE_KEY_PASSWORD_FILE } = env;
  const password = RELEASE_KEY_PASSWORD_FILE
    ? readFileSync(RELEASE_KEY_PASSWORD_FILE, 'utf8').replace(/\r?\n$/, '')
    : '';
  if (RELEASE_SIGSTORE_KEY_FILE)
    return sigstoreSigner(readFileSync(RELEASE_SIGSTORE_KEY_FILE, 'utf8'), password);
  return RELEASE_MINISIGN_KEY_FILE ? minisignSigner(RELEASE_MINISIGN_KEY_FILE, password) : null;
}
