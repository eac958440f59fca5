/**
 * Lets one of the person's authenticators sign a challenge. The browser asks for it itself.
 *
 * @param options PublicKeyCredentialRequestOptionsJSON, as the service sent them
 * @returns AuthenticationResponseJSON
 * @throws DOMException when the person declines or it takes too long
 */
export async function signChallenge(options: object): Promise<Record<string, never>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as unknown as Record<string, never>;
}

/** Whether this browser can do so at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}
