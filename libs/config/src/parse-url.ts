import { ValueFault } from './config.errors.js';

/** A Postgres connection URL, as given. @throws ValueFault */
export function parseDatabaseUrl(text: string): string {
  const url = toUrl(text);
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return text;
  throw new ValueFault('must be a postgres:// or postgresql:// URL');
}

/** A cache URL, as given: redis://, rediss:// with a host, or memory://. @throws ValueFault */
export function parseCacheUrl(text: string): string {
  const url = toUrl(text);
  if (text === 'memory://') return text;
  if ((url?.protocol === 'redis:' || url?.protocol === 'rediss:') && url.hostname !== '') return text;
  throw new ValueFault('must be a redis:// or rediss:// URL with a host, or memory://');
}

/** An http or https origin without path, query or credentials, in its canonical form. @throws ValueFault */
export function parseOrigin(text: string): string {
  const url = toWebUrl(text);
  if (url !== null && url.pathname === '/') return url.origin;
  throw new ValueFault('must be an origin such as https://host or https://host:port');
}

/** A comma list of origins, at least one. @throws ValueFault */
export function parseOriginList(text: string): readonly string[] {
  return text.split(',').map((part) => parseOrigin(part.trim()));
}

/** An http or https address without query, fragment or credentials, as given. @throws ValueFault */
export function parseWebAddress(text: string): string {
  if (toWebUrl(text) !== null) return text;
  throw new ValueFault('must be an http:// or https:// URL without credentials, query or fragment');
}

function toWebUrl(text: string): URL | null {
  const url = toUrl(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username + url.password + url.search + url.hash === '' ? url : null;
}

function toUrl(text: string): URL | null {
  return /^\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
}
