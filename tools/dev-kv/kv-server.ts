import { KvAccess } from './kv-access.js';
import { answerData, answerErrors, type KvAnswer } from './kv-answer.js';
import { textOf } from './kv-auth-method.js';
import { KvLogins, type LoginOptions } from './kv-logins.js';
import type { KvMount } from './kv-mount.js';
import { factsOf, KvMounts, type MountPlace } from './kv-mounts.js';
import { KvNamespaces } from './kv-namespaces.js';
import { joinPath, type KvRequest, type PlacedRequest, trimSlashes } from './kv-request.js';
import { answerTokens } from './kv-token-routes.js';
import { type KvToken, KvTokens } from './kv-tokens.js';
import { KvWrappings } from './kv-wrappings.js';

const DENIED = answerErrors(403, ['permission denied']);

/** The server without its socket: seal, namespaces, tokens, policies, the system endpoints, and the mounts. */
export class KvServer {
  sealed = false;
  readonly logins: KvLogins;
  readonly #mounts: KvMounts;
  readonly #tokens: KvTokens;
  readonly #wrappings: KvWrappings;
  readonly #namespaces = new KvNamespaces();
  readonly #access = new KvAccess();

  constructor(token: string, places: readonly MountPlace[], logins: LoginOptions = {}) {
    const now = logins.now ?? (() => performance.now());
    this.#tokens = new KvTokens(token, now);
    this.#wrappings = new KvWrappings(now);
    this.logins = new KvLogins(logins, this.#tokens, this.#wrappings);
    this.#mounts = new KvMounts(places);
    for (const { namespace = '' } of places) {
      if (trimSlashes(namespace) !== '') this.#namespaces.add(trimSlashes(namespace));
    }
  }

  /** Returns the key-value store at a full path (namespace included), for seeding; undefined if there is none. */
  mountAt(path: string): KvMount | undefined {
    return this.#mounts.at(path);
  }

  answer(request: KvRequest): KvAnswer {
    const seal = this.#answerSeal(request);
    if (seal) return seal;
    const placed = this.#namespaces.place(request);
    if (!placed) return answerErrors(404, ['namespace not found']);
    return this.#answerUnauthenticated(placed) ?? this.#answerAuthenticated(placed);
  }

  #answerSeal({ method, path }: KvRequest): KvAnswer | null {
    const status = { initialized: true, sealed: this.sealed, standby: false, version: 'dev-kv' };
    if (trimSlashes(path) === 'sys/health') return { status: this.sealed ? 503 : 200, body: status };
    if (path === 'sys/unseal' && method !== 'GET') {
      this.sealed = false;
      return { status: 200, body: { ...status, sealed: false } };
    }
    return this.sealed ? answerErrors(503, ['Vault is sealed']) : null;
  }

  /** Handles requests without a token, or that don't count as a use of it. */
  #answerUnauthenticated(request: PlacedRequest): KvAnswer | null {
    const { body, path, token } = request;
    const wrapping = typeof body.token === 'string' ? body.token : token;
    if (path === 'sys/wrapping/lookup') return this.#wrappings.lookUp(wrapping);
    if (path === 'sys/wrapping/unwrap') return this.#wrappings.unwrap(wrapping);
    const mounts = /^sys\/internal\/ui\/mounts(?:\/(.+))?$/.exec(path);
    return mounts ? this.#answerMountFacts(request, mounts[1]) : this.logins.answerLogin(request);
  }

  #answerAuthenticated(request: PlacedRequest): KvAnswer {
    const token = this.#tokens.find(request.token);
    if (!token) return DENIED;
    const { namespace, path } = request;
    this.#tokens.use(token);
    if (!this.#access.allows(token, request, this.#isThere(namespace, path))) return DENIED;
    const answer =
      answerTokens(request, token, this.#tokens, this.logins) ??
      this.#answerSystem(request, token) ??
      this.logins.administer(request) ??
      this.#mounts.answer(request);
    const wraps = request.wrapSeconds > 0 && answer.status === 200;
    return wraps ? this.#wrappings.answerFor(answer, path, request.wrapSeconds) : answer;
  }

  /** Only secrets distinguish creation from update; every other write is an update. */
  #isThere(namespace: string, path: string): boolean {
    return /^(sys|auth)\//.test(path) || this.#mounts.has(namespace, path) || !path.includes('/data/');
  }

  #answerMountFacts({ namespace, token: id }: PlacedRequest, path: string | undefined): KvAnswer {
    const token = this.#tokens.find(id);
    if (!token) return id === '' && path === undefined ? answerData({ auth: {}, secret: {} }) : DENIED;
    const sees = (full: string) => this.#access.sees(token, full);
    if (path === undefined) return answerData({ auth: {}, secret: this.#mounts.facts(namespace, sees) });
    const mount = this.#mounts.find(namespace, path);
    if (mount && sees(joinPath(mount.namespace, mount.path))) {
      return answerData({ ...factsOf(mount), path: `${mount.path}/` });
    }
    // The real server responds equally to both, so that a token can't probe for mounts.
    return answerErrors(403, [
      `preflight capability check returned 403, please ensure client's policies grant access to path "${path}/"`,
    ]);
  }

  #answerSystem(request: PlacedRequest, token: KvToken): KvAnswer | null {
    const [, area = '', name = ''] =
      /^sys\/(mounts|auth|namespaces|policies\/acl|capabilities-self|seal)(?:\/(.+))?$/.exec(request.path) ??
      [];
    switch (area) {
      case 'mounts':
        return this.#answerMounts(request, name);
      case 'auth':
        return name === ''
          ? answerData(this.logins.methodsIn(request.namespace))
          : this.logins.enable(request.namespace, name, request.body.type);
      case 'namespaces':
        return this.#answerNamespaces(request, name);
      case 'policies/acl':
        this.#access.write(request.namespace, name, textOf(request.body.policy));
        return { status: 204 };
      case 'capabilities-self':
        return this.#answerCapabilities(request, token);
      case 'seal':
        this.sealed = true;
        return { status: 204 };
      default:
        return null;
    }
  }

  #answerMounts({ body, namespace }: PlacedRequest, path: string): KvAnswer {
    if (path === '') return answerData(this.#mounts.facts(namespace, () => true));
    const { options, type = 'kv' } = body as { options?: { version?: unknown } | null; type?: string };
    const isNew = this.#mounts.add({ namespace, path, type, version: textOf(options?.version) || '1' });
    return isNew ? { status: 204 } : answerErrors(400, [`path is already in use at ${path}/`]);
  }

  #answerNamespaces({ namespace, query }: PlacedRequest, name: string): KvAnswer {
    if (query.get('list') === 'true') return answerData({ keys: this.#namespaces.below(namespace) });
    this.#namespaces.add(joinPath(namespace, name));
    return answerData({ path: `${joinPath(namespace, name)}/` });
  }

  #answerCapabilities({ body, namespace }: PlacedRequest, token: KvToken): KvAnswer {
    const paths = Array.isArray(body.paths) ? body.paths.map(String) : [];
    const found = paths.map((path) => [path, this.#access.capabilities(token, joinPath(namespace, path))]);
    return answerData(Object.fromEntries(found));
  }
}
