import { ValueFault } from './config.errors.js';

const MAX_TEXT = 1_024;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Parses one line of text, not blank. @throws ValueFault */
export function parseText(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (text.trim() !== '' && text.length <= MAX_TEXT && !/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw new ValueFault('must be one line of at most 1024 characters, not blank');
}

/** Parses `true` or `false`. @throws ValueFault */
export function parseBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ValueFault('must be true or false');
}

/** Parses a number of things, from 0 to 100,000. @throws ValueFault */
export function parseCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Infinity;
  if (count > 100_000) throw new ValueFault('must be a whole number from 0 to 100000');
  return count;
}

/** Returns a parser that accepts exactly these words. */
export function choice<const W extends readonly string[]>(...words: W): (text: string) => W[number] {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new ValueFault(`must be one of ${words.join(', ')}`);
    return found;
  };
}

/** Parses a UUID to lower case. @throws ValueFault */
export function parseUuid(text: string): string {
  if (UUID.test(text)) return text.toLowerCase();
  throw new ValueFault('must be a UUID');
}

/** Checks an e-mail address. @throws ValueFault */
export function parseEmail(text: string): string {
  if (EMAIL.test(text) && text.length <= 254) return text;
  throw new ValueFault('must be an e-mail address');
}

/** Parses a WebAuthn relying party id: a lower-case domain (WebAuthn §4). @throws ValueFault */
export function parseDomain(text: string): string {
  if (DOMAIN.test(text) && !/^[\d.]+$/.test(text) && text.length <= 253) return text;
  throw new ValueFault('must be a domain in lower case');
}

/**
 * Parses OpenID scopes separated by spaces, `openid` among them (OpenID Connect Core §3.1.2.1).
 *
 * @throws ValueFault
 */
export function parseScopes(text: string): readonly string[] {
  const scopes = text.split(' ').filter((scope) => scope !== '');
  if (scopes.includes('openid') && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
    return scopes;
  throw new ValueFault('must be scopes separated by spaces, openid among them');
}
