/**
 * Returns whether the attestation contains no certificate: format none, or self attestation, as requested (WebAuthn Level
 * 3 §5.1.3). Certificates are rejected unparsed, because verifying one may fetch URLs from it.
 *
 * @param attestationObject base64url
 * @throws Error when it is not CBOR
 */
export async function conveysNoCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  if (format === 'none') return true;
  return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
}
