import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { bundleToJSON, toMessageSignatureBundle } from '@sigstore/bundle';
import type { Signer } from './signer.js';

/**
 * Returns a signer that uses the operator's key, in sigstore's bundle format v0.3 (sigstore_bundle.proto): a message
 * signature without certificate, timestamp or log entry. `cosign verify-blob --key` verifies it.
 * @param pem private key, ECDSA on P-256 like cosign's, PKCS#8 or SEC 1, plain or encrypted
 * @param password empty for a plain key
 * @throws Error for another type of key, or a wrong password
 */
export function sigstoreSigner(pem: string, password: string): Signer {
  const key = createPrivateKey({ key: pem, passphrase: password });
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('A sigstore bundle is signed with an ECDSA key on P-256.');
  const keyHint = hintOf(key);
  return (file) => {
    const content = readFileSync(file);
    const digest = createHash('sha256').update(content).digest();
    const signature = sign('sha256', content, key);
    const bundle = toMessageSignatureBundle({ digest, signature, keyHint });
    writeFileSync(`${file}.sigstore.json`, `${JSON.stringify(bundleToJSON(bundle))}\n`);
    return `${file}.sigstore.json`;
  };
}

/** Returns the key hint in cosign's form: SHA-256 of the SubjectPublicKeyInfo, base64. */
function hintOf(key: KeyObject): string {
  const info = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(info).digest('base64');
}
