import { StoreError } from './store-error.js';

/**
 * Returns a URL of a connection's scope in canonical form: lower case, an IP address in its one spelling.
 * @throws StoreError scope_invalid when it is none, or carries credentials, a query or a fragment
 */
export function scopeUrl(text: string): string {
  if (!URL.canParse(text)) throw new StoreError('scope_invalid');
  const url = new URL(text);
  // An empty query or fragment, and empty credentials, are only seen in the text.
  const isPlain = url.username === '' && url.password === '' && !/[?#@\\]/.test(text);
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) throw new StoreError('scope_invalid');
  return url.href;
}
