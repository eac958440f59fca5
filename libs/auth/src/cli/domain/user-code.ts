import { randomInt } from 'node:crypto';

/** Letters that are not mistaken for one another and spell no words (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;

/** Returns a new code for a person to read on one screen and type on another: `WDJB-MJHT`. */
export function newUserCode(): string {
  const half = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${half()}-${half()}`;
}

/** Returns a typed code as `newUserCode` writes it: case, blanks and dashes are the person's. */
export function normalizedUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
