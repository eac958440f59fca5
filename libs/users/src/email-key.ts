/** RFC 5321 §4.5.3.1: 64 characters, an @ and 255 more. */
export const MAX_EMAIL_LENGTH = 320;
/** In UTF-16 code units, of which a character beyond U+FFFF takes two. */
const MAX_EMAIL_UNITS = 2 * MAX_EMAIL_LENGTH;

/**
 * Returns the normalized e-mail that identifies its user. Variants in case, Unicode compatibility forms (NFKC) and
 * surrounding blanks share one key, and so one user and one failure count.
 *
 * @throws RangeError for a text longer than any e-mail of 320 characters: NFKC takes quadratic time
 */
export function emailKey(email: string): string {
  if (email.length > MAX_EMAIL_UNITS) throw new RangeError('An e-mail has at most 320 characters.');
  // Lower-casing may leave the normal form, so normalize again.
  return email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}
