import { StoreError } from './store-error.js';

/** The addresses that the agent may connect to for one type of store. */
export interface StoreBoundary {
  /** The only address, from the type's own setting such as VAULT_ADDR; null if it is not set. */
  readonly pinned: string | null;
  /** The origins of SVC_AGENT_STORE_ADDRESSES. */
  readonly listed: readonly string[];
  /** Match the hosts at which only the vendor can run a server. */
  readonly vendorHosts: readonly RegExp[];
}

/**
 * Returns whether the agent may send its credentials for this type of store to this address (D105). A connection's scope
 * comes from the control plane and is not trusted: only addresses that the operator has listed and the vendor's own hosts
 * are allowed, and the latter only if the operator has pinned no address.
 */
export function isAllowedAddress(url: URL, { listed, pinned, vendorHosts }: StoreBoundary): boolean {
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  if (listed.some((origin) => isSamePlace(url, origin))) return true;
  if (pinned !== null) return isSamePlace(url, pinned);
  // URL omits the scheme's default port.
  const isPlain = url.protocol === 'https:' && url.port === '' && url.pathname === '/';
  return isPlain && vendorHosts.some((host) => host.test(url.hostname));
}

function isSamePlace(url: URL, named: string): boolean {
  const other = new URL(named);
  return url.origin === other.origin && folderOf(url) === folderOf(other);
}

function folderOf({ pathname }: URL): string {
  return `${pathname.replace(/\/+$/, '')}/`;
}

/**
 * An address that isAllowedAddress has accepted. Everything that connects to a store requires one, so that no driver can
 * send anything before the check.
 */
export class AllowedAddress {
  /** Ends in a slash. */
  readonly href: string;

  private constructor(
    url: URL,
    private readonly boundary: StoreBoundary,
  ) {
    this.href = `${url.origin}${folderOf(url)}`;
  }

  /** @throws StoreError address_not_allowed */
  static check(url: URL, boundary: StoreBoundary): AllowedAddress {
    if (!isAllowedAddress(url, boundary)) throw new StoreError('address_not_allowed');
    return new AllowedAddress(url, boundary);
  }

  get origin(): string {
    return new URL(this.href).origin;
  }

  /**
   * Returns the URL of a path below this address.
   * @param path relative, encoded, with its query
   * @throws StoreError address_not_allowed if it resolves to another address
   */
  below(path: string): URL {
    const url = new URL(path, this.href);
    if (!url.href.startsWith(this.href)) throw new StoreError('address_not_allowed');
    return url;
  }

  /** Returns whether another address is within the same boundary: an SDK may choose the host by itself. */
  covers(url: URL): boolean {
    return isAllowedAddress(url, this.boundary);
  }
}
