/** RFC 5321 §4.5.3.1: 64 characters, an @ and 255 more. */
export const LONGEST_EMAIL = 320;

/**
 * The form of an e-mail that identifies its user: variants in case, Unicode compatibility forms (NFKC) and
 * blanks around it give one key, so that they share one user and one count of failures.
 *
 * @throws RangeError for more than 320 characters: NFKC takes quadratic time
 */
export function emailKey(email: string): string {
  if (email.length > UNITS * LONGEST_EMAIL) throw new RangeError('An e-mail has at most 320 characters.');
  // Lower-casing may leave the normal form, hence twice.
  return email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}

/** Of UTF-16, as a character beyond U+FFFF takes. */
const UNITS = 2;
