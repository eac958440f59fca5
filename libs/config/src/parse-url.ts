import { ValueFault } from './config.errors.js';

/** Checks a Postgres connection URL. @throws ValueFault */
export function parseDatabaseUrl(text: string): string {
  const url = toUrl(text);
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return text;
  throw new ValueFault('must be a postgres:// or postgresql:// URL');
}

/** Parses an http or https origin without path, query or credentials to its canonical form. @throws ValueFault */
export function parseOrigin(text: string): string {
  const url = toWebUrl(text);
  if (url !== null && url.pathname === '/') return url.origin;
  throw new ValueFault('must be an origin such as https://host or https://host:port');
}

/** Parses a comma-separated list of origins, at least one. @throws ValueFault */
export function parseOriginList(text: string): readonly string[] {
  return text.split(',').map((part) => parseOrigin(part.trim()));
}

/** Checks an http or https URL without query, fragment or credentials. @throws ValueFault */
export function parseWebAddress(text: string): string {
  if (toWebUrl(text) !== null) return text;
  throw new ValueFault('must be an http:// or https:// URL without credentials, query or fragment');
}

function toWebUrl(text: string): URL | null {
  const url = toUrl(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username + url.password + url.search + url.hash === '' ? url : null;
}

/** Parses a URL without white space; null for anything else. */
export function toUrl(text: string): URL | null {
  return /^\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
}
