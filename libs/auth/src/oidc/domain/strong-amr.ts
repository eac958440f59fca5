/** amr values of strong factors (specification, "OIDC amr trust"; RFC 8176). */
const STRONG = new Set(['mfa', 'otp', 'hwk', 'fido', 'swk', 'sc', 'pop', 'eye', 'fpt', 'retina']);

/** RFC 8176 §1: short names. They are stored in the audit log, where NUL is not allowed. */
const METHOD = /^[\x21-\x7e]{1,100}$/;

/** Returns the authentication methods of an ID token; none unless amr is an array of valid names. */
export function amrOf(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const { amr } = claims;
  return Array.isArray(amr) && amr.every(isMethod) ? amr : [];
}

function isMethod(value: unknown): value is string {
  return typeof value === 'string' && METHOD.test(value);
}

/** Returns whether one of them is a strong factor. */
export function isStrong(amr: readonly string[]): boolean {
  return amr.some((value) => STRONG.has(value));
}
