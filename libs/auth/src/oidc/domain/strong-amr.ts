/** The values that name a strong factor (specification, "OIDC amr trust"; RFC 8176). */
const STRONG = new Set(['mfa', 'otp', 'hwk', 'fido', 'swk', 'sc', 'pop', 'eye', 'fpt', 'retina']);

/** RFC 8176 §1: short names. They go into the audit log, which takes no NUL. */
const METHOD = /^[\x21-\x7e]{1,100}$/;

/** The authentication methods of an ID token; anything but an array of such names names none. */
export function amrOf(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const { amr } = claims;
  return Array.isArray(amr) && amr.every(isMethod) ? amr : [];
}

function isMethod(value: unknown): value is string {
  return typeof value === 'string' && METHOD.test(value);
}

/** True when one of them is a strong factor. */
export function isStrong(amr: readonly string[]): boolean {
  return amr.some((value) => STRONG.has(value));
}
