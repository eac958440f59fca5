import { looksLikeSecret } from './credential-shape.js';

/** Query parameters with credentials: an address says where a store is, never how to log in. */
const TOKEN_LIKE = /token|secret|passw|credential|api[_-]?key|access[_-]?key|auth|sig/i;

/**
 * Returns whether a connection may have this address: https (http if allowed), a host, no userinfo, no fragment, and no
 * query that looks like a credential.
 */
export function isProviderUrl(text: string, options: { allowHttp: boolean }): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.hostname === '') return false;
  if (url.protocol !== 'https:' && !(options.allowHttp && url.protocol === 'http:')) return false;
  if (url.username !== '' || url.password !== '' || /^[^?#]*@/.test(afterScheme(text))) return false;
  return (
    url.hash === '' &&
    ![...url.searchParams].some(([name, value]) => TOKEN_LIKE.test(name) || looksLikeSecret(value))
  );
}

/** The parser drops empty userinfo (`https://@host`), so the text itself is checked. */
function afterScheme(text: string): string {
  return text.replace(/^[a-z]+:\/\//i, '').split('/', 1)[0] ?? '';
}
