import { createHash, timingSafeEqual } from 'node:crypto';
import { answerData, answerErrors, type KvAnswer } from './kv-answer.js';
import { KvLogins, type LoginOptions } from './kv-logins.js';
import { KvMount } from './kv-mount.js';
import type { KvRequest } from './kv-request.js';
import { answerMount } from './kv-routes.js';

/** Where a mount is: `namespace` is '' for the root namespace. Neither has leading or trailing slashes. */
export interface MountPlace {
  namespace?: string;
  path: string;
}

/** The server without its socket: tokens, namespaces, the system endpoints, and the mounts. */
export class KvServer {
  sealed = false;
  readonly #mounts = new Map<string, { namespace: string; path: string; kv: KvMount }>();

  readonly logins: KvLogins;

  constructor(
    private readonly token: string,
    places: MountPlace[],
    logins: LoginOptions = {},
  ) {
    this.logins = new KvLogins(logins);
    for (const place of places) {
      const namespace = trimSlashes(place.namespace ?? '');
      const path = trimSlashes(place.path);
      this.#mounts.set(join(namespace, path), { namespace, path, kv: new KvMount() });
    }
  }

  /** The mount at a full path (namespace included), for seeding; undefined when there is none. */
  mountAt(path: string): KvMount | undefined {
    return this.#mounts.get(trimSlashes(path))?.kv;
  }

  answer(request: KvRequest): KvAnswer {
    if (trimSlashes(request.path) === 'sys/health') return this.#health();
    if (this.sealed) return answerErrors(503, ['Vault is sealed']);
    const login = this.logins.answer(request);
    if (login) return login;
    const own = sameToken(request.token, this.token);
    if (!own && !this.logins.accepts(request.token)) return answerErrors(403, ['permission denied']);
    // A namespace may come as the header, as a prefix of the path, or as both together.
    const full = join(trimSlashes(request.namespace), trimSlashes(request.path));
    return this.#answerSystem(full) ?? this.#answerMounts(full, request);
  }

  #health(): KvAnswer {
    const body = { initialized: true, sealed: this.sealed, standby: false, version: 'dev-kv' };
    return { status: this.sealed ? 503 : 200, body };
  }

  #answerSystem(full: string): KvAnswer | null {
    const system = /^(?:(.*)\/)?(auth\/token\/lookup-self|sys\/internal\/ui\/mounts(?:\/(.+))?)$/.exec(full);
    if (!system) return null;
    const [, namespace = '', endpoint = '', path] = system;
    if (endpoint.startsWith('auth/')) {
      return answerData({ display_name: 'token', policies: ['root'], ttl: 0, renewable: false, path: '' });
    }
    return path === undefined ? this.#listMounts(namespace) : this.#oneMount(join(namespace, path));
  }

  #listMounts(namespace: string): KvAnswer {
    const inside = [...this.#mounts.values()].filter((mount) => mount.namespace === namespace);
    const secret = Object.fromEntries(inside.map(({ path }) => [`${path}/`, mountFacts()]));
    return answerData({ auth: {}, secret });
  }

  #oneMount(full: string): KvAnswer {
    const mount = this.#find(full);
    // What the real server says, so that a token can't probe for mounts.
    if (!mount) return answerErrors(403, ['preflight capability check returned 403']);
    return answerData({ ...mountFacts(), path: `${mount.path}/` });
  }

  #answerMounts(full: string, request: KvRequest): KvAnswer {
    const mount = this.#find(full);
    if (!mount) return answerErrors(404, [`no handler for route "${full}". route entry not found.`]);
    const rest = full.slice(join(mount.namespace, mount.path).length + 1);
    const [endpoint = '', ...segments] = rest.split('/');
    const { method, query, body } = request;
    return answerMount(mount.kv, endpoint, { method, query, body, path: segments.join('/') });
  }

  #find(full: string): { namespace: string; path: string; kv: KvMount } | undefined {
    const matches = [...this.#mounts].filter(([key]) => full === key || full.startsWith(`${key}/`));
    return matches.sort(([a], [b]) => b.length - a.length)[0]?.[1];
  }
}

function mountFacts(): Record<string, unknown> {
  return { type: 'kv', description: 'key/value secret storage', options: { version: '2' } };
}

function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
