/**
 * The form of an e-mail that identifies its user: variants in case, Unicode compatibility forms (NFKC) and
 * blanks around it give one key, so that they share one user and one count of failures.
 */
export function emailKey(email: string): string {
  // Lower-casing may leave the normal form, hence twice.
  return email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}
