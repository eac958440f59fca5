import { randomUUID } from 'node:crypto';
import { answerErrors, type KvAnswer } from './kv-answer.js';
import { KvAppRole } from './kv-approle.js';
import { isRefusal, type KvAuthMethod, type LoginGrant } from './kv-auth-method.js';
import { KvKubernetes } from './kv-kubernetes.js';
import { joinPath, type PlacedRequest } from './kv-request.js';
import type { KvToken, KvTokens } from './kv-tokens.js';
import type { KvWrappings } from './kv-wrappings.js';

export interface LoginOptions {
  /** Mounted at `approle`. */
  approle?: { roleId: string; secretId: string };
  /** Mounted at `kubernetes`. */
  kubernetes?: { role: string; jwt: string };
  /** TTL of a token from login or renewal, in seconds; default: one hour. */
  ttlSeconds?: number;
  /** Maximum TTL of a token, renewals included. */
  maxTtlSeconds?: number;
  renewable?: boolean;
  /** Policies of its tokens; default: root. */
  policies?: string[];
  /** Milliseconds; tests pass their own clock. */
  now?: () => number;
}

const METHODS: Record<string, () => KvAuthMethod> = { approle: () => new KvAppRole() };
const WRAPPING_SECONDS = 86_400;

/** The auth methods by mount path, namespace included, and the tokens they issued. */
export class KvLogins {
  /** Number of successful logins. */
  granted = 0;
  readonly #methods = new Map<string, KvAuthMethod>();

  constructor(
    private readonly options: LoginOptions,
    private readonly tokens: KvTokens,
    private readonly wrappings: KvWrappings,
  ) {
    const { approle, kubernetes } = options;
    if (kubernetes) this.#methods.set('kubernetes', new KvKubernetes(kubernetes, this.#grant()));
    if (!approle) return;
    const method = new KvAppRole();
    const secretIds = new Map([[approle.secretId, Infinity]]);
    method.put('agent', { roleId: approle.roleId, grant: this.#grant(), secretIdUses: 0, secretIds });
    this.#methods.set('approle', method);
  }

  /** The valid tokens. */
  get live(): string[] {
    return this.tokens.live;
  }

  /** Revokes all tokens, as a revocation by lease prefix does. */
  revokeAll(): void {
    this.tokens.revokeAll();
  }

  /** Returns a single-use wrapping token for the secret id of the options. */
  wrapSecretId(): string {
    const data = { secret_id: this.options.approle?.secretId ?? '', secret_id_ttl: 0 };
    const answer = { status: 200, body: { data } };
    return this.wrappings.wrap(answer, 'auth/approle/role/agent/secret-id', WRAPPING_SECONDS);
  }

  /** Returns the types of a namespace's methods, by their mounts. */
  methodsIn(namespace: string): Record<string, { type: string }> {
    const start = namespace === '' ? '' : `${namespace}/`;
    const inside = [...this.#methods].filter(([place]) => place.startsWith(start));
    return Object.fromEntries(inside.map(([place, { type }]) => [`${place.slice(start.length)}/`, { type }]));
  }

  /** Mounts a method. @returns an error for an unsupported type */
  enable(namespace: string, mount: string, type: unknown): KvAnswer {
    const make = METHODS[String(type)];
    if (!make) return answerErrors(400, [`plugin not found in the catalog: ${String(type)}`]);
    const place = joinPath(namespace, mount);
    if (this.#methods.has(place)) return answerErrors(400, [`path is already in use at ${mount}/`]);
    this.#methods.set(place, make());
    return { status: 204 };
  }

  /** Handles `auth/<mount>/login`, which requires no token. @returns null for any other path */
  answerLogin({ body, method, namespace, path }: PlacedRequest): KvAnswer | null {
    const mount = /^auth\/(.+)\/login$/.exec(path)?.[1];
    if (mount === undefined || (method !== 'POST' && method !== 'PUT')) return null;
    const found = this.#methods.get(joinPath(namespace, mount));
    if (!found) return answerErrors(403, ['permission denied']);
    const result = found.login(body);
    if (isRefusal(result)) return result;
    this.granted += 1;
    return this.answerToken(this.tokens.issue({ ...result, namespace, path }));
  }

  /** Handles the administration of a method; null for an unknown path. */
  administer({ body, method, namespace, path }: PlacedRequest): KvAnswer | null {
    const below = joinPath(namespace, path.replace(/^auth\//, ''));
    if (!path.startsWith('auth/')) return null;
    const place = [...this.#methods.keys()].find((each) => below.startsWith(`${each}/`));
    if (place === undefined) return null;
    return this.#methods.get(place)!.administer(method, below.slice(place.length + 1), body);
  }

  /** Returns the response of a login or renewal. */
  answerToken(token: KvToken): KvAnswer {
    const auth = {
      client_token: token.id,
      accessor: randomUUID(),
      policies: token.policies,
      lease_duration: this.tokens.secondsLeft(token),
      renewable: token.renewable,
      token_type: 'service',
      num_uses: token.uses,
    };
    const nothing = { data: null, wrap_info: null, warnings: null };
    const envelope = { request_id: randomUUID(), lease_id: '', renewable: false, lease_duration: 0 };
    return { status: 200, body: { ...envelope, ...nothing, auth } };
  }

  #grant(): LoginGrant {
    const { maxTtlSeconds = 0, policies = ['root'], renewable = true, ttlSeconds = 3600 } = this.options;
    return { policies, ttlSeconds, maxTtlSeconds, renewable, uses: 0 };
  }
}
