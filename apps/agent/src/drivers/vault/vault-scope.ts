import type { VaultSettings } from '../../config/store-settings.js';
import { isLoopback } from '../../http/loopback.js';
import { isSecretRef } from '../secret-ref.js';
import { StoreError } from '../store-error.js';

/** Where a vault connection points. Paths have no leading or trailing slashes; prefix may be ''. */
export interface VaultScope {
  address: URL;
  mount: string;
  prefix: string;
  namespace: string;
}

/**
 * Takes a connection's scope (address, kvMount, kvPrefix?, namespace?) and refuses what the token must not be
 * sent to: the scope comes from the control plane, the token belongs to the operator.
 * @throws StoreError scope_invalid, store_address_insecure, store_address_not_allowed
 */
export function parseVaultScope(scope: Record<string, unknown>, settings: VaultSettings): VaultScope {
  const address = parseAddress(textOf(scope.address));
  if (settings.address !== null && address.href !== parseAddress(settings.address).href) {
    throw new StoreError('store_address_not_allowed');
  }
  const secure = address.protocol === 'https:' || isLoopback(address.hostname) || settings.allowInsecure;
  if (!secure) throw new StoreError('store_address_insecure');
  const mount = pathOf(scope.kvMount);
  if (mount === '') throw new StoreError('scope_invalid');
  return { address, mount, prefix: pathOf(scope.kvPrefix), namespace: pathOf(scope.namespace) };
}

function parseAddress(text: string): URL {
  if (!URL.canParse(text)) throw new StoreError('scope_invalid');
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) throw new StoreError('scope_invalid');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`;
  return url;
}

function pathOf(value: unknown): string {
  const path = textOf(value).replace(/^\/+|\/+$/g, '');
  if (path !== '' && !isSecretRef(path)) throw new StoreError('scope_invalid');
  return path;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new StoreError('scope_invalid');
  return value.trim();
}
