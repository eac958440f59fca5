import { randomUUID } from 'node:crypto';
import { answerData, answerErrors, type KvAnswer } from './kv-answer.js';
import type { KvRequest } from './kv-request.js';

export interface LoginOptions {
  /** Mounted at `approle`. */
  approle?: { roleId: string; secretId: string };
  /** Mounted at `kubernetes`. */
  kubernetes?: { role: string; jwt: string };
  /** Life of a token from its login or renewal on, in seconds; one hour unless told. */
  ttlSeconds?: number;
  /** Life of a token from its login on, renewals included. */
  maxTtlSeconds?: number;
  renewable?: boolean;
  /** Milliseconds; tests hand in their own clock. */
  now?: () => number;
}

interface Issued {
  begunAt: number;
  endsAt: number;
}

/** Logins as the real server's auth methods `approle` and `kubernetes` answer them, and what they gave. */
export class KvLogins {
  /** Logins that were granted. */
  granted = 0;
  readonly #issued = new Map<string, Issued>();
  readonly #wrapped = new Map<string, string>();
  readonly #now: () => number;

  constructor(private readonly options: LoginOptions) {
    this.#now = options.now ?? (() => performance.now());
  }

  accepts(token: string): boolean {
    const issued = this.#issued.get(token);
    return issued !== undefined && issued.endsAt > this.#now();
  }

  /** The tokens that still hold. */
  get live(): string[] {
    return [...this.#issued.keys()].filter((token) => this.accepts(token));
  }

  /** Drops every token, as a revocation by lease prefix does. */
  revokeAll(): void {
    this.#issued.clear();
  }

  /** The token of a one-time wrapping of the secret id. */
  wrapSecretId(): string {
    const wrapping = `hvs.wrapping-${randomUUID()}`;
    this.#wrapped.set(wrapping, this.options.approle?.secretId ?? '');
    return wrapping;
  }

  /** Null for whatever isn't about logins. */
  answer({ method, path, token, body }: KvRequest): KvAnswer | null {
    if (method !== 'POST' && method !== 'PUT') return null;
    switch (path) {
      case 'auth/approle/login':
        return this.#answerAppRole(body);
      case 'auth/kubernetes/login':
        return this.#answerKubernetes(body);
      case 'sys/wrapping/unwrap':
        return this.#unwrap(token);
      case 'auth/token/renew-self':
        return this.accepts(token) ? this.#renew(token) : null;
      case 'auth/token/revoke-self':
        return this.#issued.delete(token) ? { status: 204 } : null;
      default:
        return null;
    }
  }

  #answerAppRole(body: Record<string, unknown>): KvAnswer {
    const { approle } = this.options;
    if (!approle) return answerErrors(403, ['permission denied']);
    const right = body.role_id === approle.roleId && body.secret_id === approle.secretId;
    return right ? this.#grant() : answerErrors(400, ['invalid role or secret ID']);
  }

  #answerKubernetes(body: Record<string, unknown>): KvAnswer {
    const { kubernetes } = this.options;
    if (!kubernetes) return answerErrors(403, ['permission denied']);
    if (body.role !== kubernetes.role) {
      return answerErrors(400, [`invalid role name "${String(body.role)}"`]);
    }
    return body.jwt === kubernetes.jwt ? this.#grant() : answerErrors(403, ['permission denied']);
  }

  #unwrap(token: string): KvAnswer {
    const secretId = this.#wrapped.get(token);
    this.#wrapped.delete(token);
    if (secretId === undefined) {
      return answerErrors(400, ['wrapping token is not valid or does not exist']);
    }
    return answerData({ secret_id: secretId, secret_id_accessor: randomUUID(), secret_id_ttl: 0 });
  }

  #grant(): KvAnswer {
    const token = `hvs.${randomUUID()}`;
    const begunAt = this.#now();
    this.#issued.set(token, { begunAt, endsAt: begunAt });
    this.granted += 1;
    return this.#renew(token);
  }

  #renew(token: string): KvAnswer {
    const { ttlSeconds = 3600, maxTtlSeconds = Infinity, renewable = true } = this.options;
    const issued = this.#issued.get(token)!;
    issued.endsAt = Math.min(this.#now() + ttlSeconds * 1000, issued.begunAt + maxTtlSeconds * 1000);
    const lease = Math.floor((issued.endsAt - this.#now()) / 1000);
    const auth = { client_token: token, accessor: randomUUID(), policies: ['default', 'agent'] };
    return {
      status: 200,
      body: {
        ...emptyEnvelope(),
        auth: { ...auth, lease_duration: lease, renewable, token_type: 'service' },
      },
    };
  }
}

function emptyEnvelope(): Record<string, unknown> {
  const nothing = { data: null, wrap_info: null, warnings: null };
  return { request_id: randomUUID(), lease_id: '', renewable: false, lease_duration: 0, ...nothing };
}
