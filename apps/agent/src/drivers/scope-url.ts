import { StoreError } from './store-error.js';

/**
 * Returns a URL of a connection's scope in canonical form: lower case, IP addresses in canonical spelling.
 * @throws StoreError scope_invalid if it is not a URL, or has credentials, a query or a fragment
 */
export function scopeUrl(text: string): string {
  if (!URL.canParse(text)) throw new StoreError('scope_invalid');
  const url = new URL(text);
  // An empty query or fragment, and empty credentials, are visible only in the text.
  const isPlain = url.username === '' && url.password === '' && !/[?#@\\]/.test(text);
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) throw new StoreError('scope_invalid');
  return url.href;
}
