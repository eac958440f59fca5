/**
 * Returns what is wrong with an issuer URL (OpenID Connect Core §2), or null.
 *
 * @param plain whether http is accepted, as in development only
 */
export function faultOfIssuer(issuer: string, plain: boolean): string | null {
  if (issuer.length > 1024 || !URL.canParse(issuer)) return 'must be an address';
  const { protocol, username, password, search, hash, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !(plain && protocol === 'http:')) return 'must be an https address';
  if (username !== '' || password !== '' || search !== '' || hash !== '' || hostname === '')
    return 'must have no user, query or fragment';
  return /[?#\s]/.test(issuer) ? 'must have no user, query or fragment' : null;
}
