import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

/**
 * Whether the authenticator says nothing of its make, or signs with the new key itself: what a client passes on
 * when asked for no attestation (WebAuthn Level 3 §5.1.3). Certificates are refused unread, for checking one
 * may mean to fetch what it names.
 *
 * @param attestationObject base64url
 * @throws Error when it is not CBOR
 */
export function conveysNoCertificate(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  if (format === 'none') return true;
  return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
}
