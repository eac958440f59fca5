import { StoreError } from './store-error.js';

export const STORE_TYPES = ['vault', 'cloud1-sm', 'cloud2-kv', 'cloud3-sm', 'orchestrator'] as const;

export type StoreType = (typeof STORE_TYPES)[number];

/** What the operator of the agent allows for one type of store. */
export interface StoreBoundary {
  /** The one address of the type's own setting, such as VAULT_ADDR; null when it is not set. */
  readonly pinned: string | null;
  /** The origins of SVC_AGENT_STORE_ADDRESSES. */
  readonly listed: readonly string[];
}

// Each label is spelled out. Customers have names of their own below amazonaws.com: a bucket may be called
// `secretsmanager` (secretsmanager.s3-us-west-2.amazonaws.com), and API Gateway, load balancers and others do as well.
const AWS_REGION = '(?!cn-)[a-z]{2}(?:-gov)?-[a-z]+-[0-9]{1,2}';
const AWS_REGION_IN_CHINA = 'cn-[a-z]+-[0-9]{1,2}';
const AWS_ENDPOINT = '(?:vpce-[a-z0-9-]+\\.)';

/** Hosts at which nobody but the vendor can have a server. */
const VENDOR_HOSTS: Readonly<Record<StoreType, readonly RegExp[]>> = {
  vault: [],
  'cloud1-sm': [
    new RegExp(`^secretsmanager(?:-fips)?\\.${AWS_REGION}\\.amazonaws\\.com$`),
    new RegExp(`^secretsmanager\\.${AWS_REGION_IN_CHINA}\\.amazonaws\\.com\\.cn$`),
    new RegExp(`^${AWS_ENDPOINT}secretsmanager(?:-fips)?\\.${AWS_REGION}\\.vpce\\.amazonaws\\.com$`),
    new RegExp(`^${AWS_ENDPOINT}secretsmanager\\.${AWS_REGION_IN_CHINA}\\.vpce\\.amazonaws\\.com\\.cn$`),
  ],
  'cloud2-kv': [/^[a-z][a-z0-9-]{1,22}[a-z0-9]\.vault\.(?:azure\.net|azure\.cn|usgovcloudapi\.net)$/],
  'cloud3-sm': [
    /^secretmanager\.googleapis\.com$/,
    /^secretmanager\.[a-z]+(?:-[a-z]+)+[0-9]{1,2}\.rep\.googleapis\.com$/,
  ],
  orchestrator: [],
};

/**
 * Returns whether the agent may send its credentials for this type of store to this address (D105). A connection's
 * scope comes from the control plane and is not trusted: only what the operator has named and the vendor's own hosts
 * count, and the latter only where the operator has pinned no other address.
 */
export function isAllowedAddress(type: StoreType, url: URL, { listed, pinned }: StoreBoundary): boolean {
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  if (listed.some((origin) => isSamePlace(url, origin))) return true;
  if (pinned !== null) return isSamePlace(url, pinned);
  // URL leaves the port out where it is the protocol's own.
  const isPlain = url.protocol === 'https:' && url.port === '' && url.pathname === '/';
  return isPlain && VENDOR_HOSTS[type].some((host) => host.test(url.hostname));
}

function isSamePlace(url: URL, named: string): boolean {
  const other = new URL(named);
  return url.origin === other.origin && folderOf(url) === folderOf(other);
}

function folderOf({ pathname }: URL): string {
  return `${pathname.replace(/\/+$/, '')}/`;
}

/**
 * An address that isAllowedAddress has accepted. Whatever reaches a store's network is given one of these, so that
 * no driver can send anything before the address was looked at.
 */
export class AllowedAddress {
  /** Ends in a slash. */
  readonly href: string;

  private constructor(
    private readonly type: StoreType,
    url: URL,
    private readonly boundary: StoreBoundary,
  ) {
    this.href = `${url.origin}${folderOf(url)}`;
  }

  /** @throws StoreError address_not_allowed */
  static check(type: StoreType, url: URL, boundary: StoreBoundary): AllowedAddress {
    if (!isAllowedAddress(type, url, boundary)) throw new StoreError('address_not_allowed');
    return new AllowedAddress(type, url, boundary);
  }

  get origin(): string {
    return new URL(this.href).origin;
  }

  /**
   * Returns the URL of a path below this address.
   * @param path relative, encoded, with its query
   * @throws StoreError address_not_allowed when it leads elsewhere
   */
  below(path: string): URL {
    const url = new URL(path, this.href);
    if (!url.href.startsWith(this.href)) throw new StoreError('address_not_allowed');
    return url;
  }

  /** Returns whether a request to another address keeps to the same boundary: an SDK may choose the host by itself. */
  covers(url: URL): boolean {
    return isAllowedAddress(this.type, url, this.boundary);
  }
}
