/** The values that name a strong factor (specification, "OIDC amr trust"; RFC 8176). */
const STRONG = new Set(['mfa', 'otp', 'hwk', 'fido', 'swk', 'sc', 'pop', 'eye', 'fpt', 'retina']);

/** The authentication methods of an ID token; anything but an array of strings names none. */
export function amrOf(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const { amr } = claims;
  return Array.isArray(amr) && amr.every((value) => typeof value === 'string') ? amr : [];
}

/** True when one of them is a strong factor. */
export function isStrong(amr: readonly string[]): boolean {
  return amr.some((value) => STRONG.has(value));
}
