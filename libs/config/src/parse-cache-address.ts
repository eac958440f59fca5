import { ValueFault } from './config.errors.js';
import { toUrl } from './parse-url.js';

/** A server of the cache, or a Sentinel. */
interface CacheServer {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

interface ClusterAddress extends Login {
  readonly kind: 'cluster';
  /** Some servers of the cluster; they tell the others. */
  readonly servers: readonly CacheServer[];
}

interface SentinelAddress extends Login {
  readonly kind: 'sentinel';
  readonly sentinels: readonly CacheServer[];
  /** The name by which they know the primary. */
  readonly master: string;
  readonly database: number;
  /** Their own; user and password are those of the servers. */
  readonly sentinelPassword: string | undefined;
}

/** What a cache URL says. */
export type CacheAddress =
  | { readonly kind: 'memory' }
  | { readonly kind: 'server'; readonly url: string }
  | ClusterAddress
  | SentinelAddress;

const SEVERAL = /^(rediss?)\+(cluster|sentinel):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/(\d*))?(?:\?([^#]*))?$/;
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = { cluster: 6379, sentinel: 26379 };

/**
 * Parses a cache URL: `redis://`, `rediss://` (TLS), `memory://`, or several servers as
 * `redis+cluster://user:password@host:port,host:port` or `redis+sentinel://host:port,host:port?master=name`, also with
 * `rediss+`.
 *
 * @throws ValueFault
 */
export function parseCacheAddress(text: string): CacheAddress {
  if (text === 'memory://') return { kind: 'memory' };
  if (/^rediss?\+/.test(text)) return parseSeveral(text);
  const url = toUrl(text);
  if (url && /^rediss?:$/.test(url.protocol) && url.hostname !== '') {
    // The client would take any other text for 0.
    if (!/^\/?\d*$/.test(url.pathname)) throw new ValueFault('must name its database by a number');
    return { kind: 'server', url: text };
  }
  throw new ValueFault(
    'must be a redis://, rediss://, redis+cluster:// or redis+sentinel:// URL with a host, or memory://',
  );
}

/** Checks a cache URL. @throws ValueFault */
export function parseCacheUrl(text: string): string {
  parseCacheAddress(text);
  return text;
}

function parseSeveral(text: string): CacheAddress {
  const [, scheme, kind, userinfo, hosts = '', database = '0', query = ''] = SEVERAL.exec(text) ?? [];
  if (kind !== 'cluster' && kind !== 'sentinel')
    throw new ValueFault(
      'must be redis+cluster:// or redis+sentinel:// with host:port,host:port; special characters of a password are percent-encoded',
    );
  const servers = hosts.split(',').map((each) => parseServer(each, DEFAULT_PORT[kind]));
  const login = { tls: scheme === 'rediss', ...parseLogin(userinfo) };
  if (kind === 'sentinel')
    return { kind, sentinels: servers, database: Number(database), ...login, ...parseWatched(query) };
  parseOptions(query, []);
  if (Number(database) !== 0) throw new ValueFault('must name no database: a cluster has one only');
  return { kind, servers, ...login };
}

function parseWatched(query: string): Pick<SentinelAddress, 'master' | 'sentinelPassword'> {
  const options = parseOptions(query, ['master', 'sentinel_password']);
  const master = options.get('master') ?? '';
  if (master === '')
    throw new ValueFault('must name the primary as its Sentinels know it, such as ?master=mymaster');
  return { master, sentinelPassword: options.get('sentinel_password') ?? undefined };
}

function parseServer(text: string, defaultPort: number): CacheServer {
  const [, ipv6, name, digits] = HOST.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = digits === undefined ? defaultPort : Number(digits);
  if (host === undefined || port < 1 || port > 65_535)
    throw new ValueFault('must list its servers as host:port, separated by commas');
  return { host, port };
}

function parseLogin(userinfo = ''): Pick<Login, 'username' | 'password'> {
  const at = userinfo.indexOf(':');
  const [user, password] = at < 0 ? [userinfo, ''] : [userinfo.slice(0, at), userinfo.slice(at + 1)];
  return { username: decoded(user) || undefined, password: decoded(password) || undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ValueFault('must have user and password percent-encoded');
  }
}

function parseOptions(query: string, known: readonly string[]): URLSearchParams {
  const options = new URLSearchParams(query);
  if ([...options.keys()].some((name) => !known.includes(name)))
    throw new ValueFault(
      'must have no parameters but master and sentinel_password, which redis+sentinel:// takes',
    );
  return options;
}
