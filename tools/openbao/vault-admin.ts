import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface VaultReply {
  status: number;
  body: any;
}

/** Settings of an AppRole role. Durations in Vault's notation (`20m`). */
export interface AppRoleTerms {
  policies: string[];
  ttl?: string;
  maxTtl?: string;
  /** Uses of each secret id; 0 (the default) for no limit. */
  secretIdUses?: number;
  /** Uses of each token; 0 (the default) for no limit. */
  tokenUses?: number;
  /** Mount path of the method; default: `approle`. */
  mount?: string;
}

export interface VaultTokenTerms {
  policies: string[];
  ttl?: string;
  uses?: number;
  renewable?: boolean;
  withoutDefaultPolicy?: boolean;
}

/** An operator's client for Vault, OpenBao or the development store, in one namespace. */
export class VaultAdmin {
  /** @param namespace '' for the root @param ca PEM to trust instead of the system's */
  constructor(
    readonly url: string,
    readonly token: string,
    readonly ca: string | null = null,
    readonly namespace = '',
  ) {}

  /** Returns a client of the namespace with that full path. */
  in(namespace: string): VaultAdmin {
    return new VaultAdmin(this.url, this.token, this.ca, namespace);
  }

  /** Returns the same client with another token. */
  as(token: string): VaultAdmin {
    return new VaultAdmin(this.url, token, this.ca, this.namespace);
  }

  /** Sends a request below /v1/. @returns the response, of any status */
  async ask(method: string, path: string, body?: object, headers = {}): Promise<VaultReply> {
    const url = new URL(`${this.url}/v1/${path}`);
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      ...(this.ca === null ? {} : { ca: this.ca }),
      headers: {
        'X-Vault-Token': this.token,
        ...(this.namespace === '' ? {} : { 'X-Vault-Namespace': this.namespace }),
        'Content-Type': 'application/json',
        ...headers,
      },
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    return { status: answer.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) };
  }

  /** Sends a request that must succeed. @throws Error with the store's response */
  async call(method: string, path: string, body?: object, headers = {}): Promise<any> {
    const reply = await this.ask(method, path, body, headers);
    if (reply.status < 300) return reply.body;
    throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }

  async createNamespace(name: string): Promise<VaultAdmin> {
    await this.call('POST', `sys/namespaces/${name}`, {});
    return this.in(this.namespace === '' ? name : `${this.namespace}/${name}`);
  }

  /** @param version '1' for the engine without versions */
  async enableKv(path: string, version = '2'): Promise<void> {
    await this.call('POST', `sys/mounts/${path}`, { type: 'kv', options: { version } });
    // A new version 2 engine responds with 400 until it is ready.
    for (let tries = 0; version === '2' && tries < 50; tries += 1) {
      if ((await this.ask('GET', `${path}/config`)).status !== 400) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async writePolicy(name: string, policy: string): Promise<void> {
    await this.call('PUT', `sys/policies/acl/${name}`, { policy });
  }

  async createToken(terms: VaultTokenTerms): Promise<string> {
    const { policies, renewable = true, ttl = '1h', uses = 0, withoutDefaultPolicy = false } = terms;
    const body = { policies, ttl, renewable, num_uses: uses, no_default_policy: withoutDefaultPolicy };
    return (await this.call('POST', 'auth/token/create', body)).auth.client_token as string;
  }

  /** Creates an AppRole role, enabling the method if necessary. @returns the role id */
  async createAppRole(name: string, terms: AppRoleTerms): Promise<string> {
    const {
      maxTtl = '24h',
      mount = 'approle',
      policies,
      secretIdUses = 0,
      tokenUses = 0,
      ttl = '20m',
    } = terms;
    const methods = (await this.call('GET', 'sys/auth')).data as Record<string, unknown>;
    if (!methods[`${mount}/`]) await this.call('POST', `sys/auth/${mount}`, { type: 'approle' });
    await this.call('POST', `auth/${mount}/role/${name}`, {
      ...{ token_policies: policies.join(','), token_ttl: ttl, token_max_ttl: maxTtl },
      ...{ secret_id_num_uses: secretIdUses, token_num_uses: tokenUses },
    });
    return (await this.call('GET', `auth/${mount}/role/${name}/role-id`)).data.role_id as string;
  }

  async secretId(role: string, mount = 'approle'): Promise<string> {
    return (await this.call('POST', `auth/${mount}/role/${role}/secret-id`, {})).data.secret_id as string;
  }

  /** Returns a single-use wrapping token for a new secret id. @param ttl in the protocol's form */
  async wrappedSecretId(role: string, mount = 'approle', ttl = '10m'): Promise<string> {
    const headers = { 'X-Vault-Wrap-TTL': ttl };
    const body = await this.call('POST', `auth/${mount}/role/${role}/secret-id`, {}, headers);
    return body.wrap_info.token as string;
  }

  /** Writes a new version of a secret of a version 2 engine. */
  async put(mount: string, ref: string, data: Record<string, unknown>): Promise<void> {
    await this.call('POST', `${mount}/data/${ref}`, { data });
  }

  /** Returns the newest version's data; null for none. */
  async get(mount: string, ref: string): Promise<Record<string, unknown> | null> {
    const { body } = await this.ask('GET', `${mount}/data/${ref}`);
    return (body?.data?.data ?? null) as Record<string, unknown> | null;
  }
}
