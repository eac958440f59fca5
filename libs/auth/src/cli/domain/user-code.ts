import { randomInt } from 'node:crypto';

/** Letters that are not confused with one another and spell no words (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;

/** Returns a new user code, to be read on one screen and typed on another: `WDJB-MJHT`. */
export function newUserCode(): string {
  const half = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${half()}-${half()}`;
}

/** Returns a typed code in the form of `newUserCode`, ignoring case, blanks and dashes. */
export function normalizedUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
