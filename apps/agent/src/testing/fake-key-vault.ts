import { randomUUID } from 'node:crypto';
import { FakeStoreServer, type StoreAnswer, type StoreRequest } from './fake-store-server.js';

interface Version {
  id: string;
  value: string;
  contentType?: string;
  tags?: Record<string, string>;
  attributes: { enabled: boolean; created: number; updated: number; exp?: number };
}

const RESOURCE = 'https://vault.azure.net';
const MAX_PAGE_SIZE = 25;

/**
 * Azure Key Vault's REST API for secrets, as the SDK uses it: the challenge that names the required token, pages by
 * nextLink, and versions with random ids.
 */
export class FakeKeyVault {
  readonly server: FakeStoreServer;
  /** By name in lower case; each with its original spelling. */
  readonly secrets = new Map<string, { name: string; versions: Version[] }>();
  readonly deleted = new Set<string>();

  /** @param tls PEM of a certificate and its key; without them it speaks plain http */
  constructor(tls: { cert: string; key: string } | null = null) {
    this.server = new FakeStoreServer((request) => this.#answer(request), tls);
  }

  put(name: string, value: string, tags: Record<string, string> = {}): Version {
    return this.#add(name, { value, tags });
  }

  newest(name: string): Version | undefined {
    return this.secrets.get(name.toLowerCase())?.versions.at(-1);
  }

  #answer(request: StoreRequest): StoreAnswer {
    const token = request.headers['authorization'];
    if (token === undefined || token === 'Bearer null') return challenge();
    if (token !== 'Bearer token-of-agent') {
      return refuse(403, 'Forbidden', 'The caller does not have secrets permission.', 'ForbiddenByRbac');
    }
    if (!request.query.has('api-version')) return refuse(400, 'BadParameter', 'api-version is missing');
    const parts = request.path.split('/').slice(1).map(decodeURIComponent);
    if (parts[0] !== 'secrets') return refuse(404, 'NotFound', 'No such collection.');
    return this.#answerSecrets(request, parts.slice(1));
  }

  #answerSecrets(request: StoreRequest, [name, version]: string[]): StoreAnswer {
    if (name === undefined || name === '') return this.#listSecrets(request.query);
    if (request.method === 'PUT') return this.#set(name, request.body);
    if (version === 'versions') return this.#listVersions(name, request.query);
    return this.#get(name, version);
  }

  #get(name: string, version: string | undefined): StoreAnswer {
    const secret = this.secrets.get(name.toLowerCase());
    const found = version ? secret?.versions.find(({ id }) => id === version) : secret?.versions.at(-1);
    if (!secret || !found)
      return refuse(404, 'SecretNotFound', `A secret with (name/id) ${name} was not found.`);
    if (!found.attributes.enabled) {
      return refuse(403, 'Forbidden', 'Operation get is not allowed on a disabled secret.', 'SecretDisabled');
    }
    return { status: 200, body: this.#bundle(secret.name, found) };
  }

  #set(name: string, body: Buffer): StoreAnswer {
    if (this.deleted.has(name)) {
      return refuse(
        409,
        'Conflict',
        `Secret ${name} is currently in a deleted but recoverable state.`,
        'ObjectIsDeletedButRecoverable',
      );
    }
    const { attributes, ...rest } = JSON.parse(body.toString()) as Version;
    const version = this.#add(name, rest);
    Object.assign(version.attributes, attributes);
    return { status: 200, body: this.#bundle(this.secrets.get(name.toLowerCase())!.name, version) };
  }

  #add(name: string, rest: Pick<Version, 'value' | 'contentType' | 'tags'>): Version {
    const secret = this.secrets.get(name.toLowerCase()) ?? { name, versions: [] };
    this.secrets.set(name.toLowerCase(), secret);
    const now = Math.floor(Date.now() / 1000);
    const attributes = { enabled: true, created: now, updated: now, recoveryLevel: 'Recoverable+Purgeable' };
    const version = { ...rest, id: randomUUID().replaceAll('-', ''), attributes };
    secret.versions.push(version);
    return version;
  }

  #bundle(name: string, { id, ...version }: Version): object {
    return { ...version, id: `${this.server.url}/secrets/${name}/${id}` };
  }

  #listSecrets(query: URLSearchParams): StoreAnswer {
    const all = [...this.secrets.values()].map(({ name, versions }) => {
      const { attributes, contentType, tags } = versions.at(-1)!;
      return { id: `${this.server.url}/secrets/${name}`, attributes, contentType, tags };
    });
    return this.#page('/secrets', all, query);
  }

  #listVersions(asked: string, query: URLSearchParams): StoreAnswer {
    const { name = asked, versions = [] } = this.secrets.get(asked.toLowerCase()) ?? {};
    // Not in chronological order, because ids are random.
    const all = versions.map(({ id, attributes, tags }) => ({
      id: `${this.server.url}/secrets/${name}/${id}`,
      attributes,
      tags,
    }));
    all.sort((a, b) => (a.id < b.id ? -1 : 1));
    return this.#page(`/secrets/${name}/versions`, all, query);
  }

  #page(path: string, all: object[], query: URLSearchParams): StoreAnswer {
    const start = Number(query.get('$skiptoken') ?? 0);
    const size = Number(query.get('maxresults') ?? MAX_PAGE_SIZE);
    if (size > MAX_PAGE_SIZE) return refuse(400, 'BadParameter', 'maxresults is beyond 25');
    const end = start + size;
    const version = query.get('api-version') ?? '';
    const next = `${this.server.url}${path}?api-version=${version}&$skiptoken=${end}&maxresults=${size}`;
    return {
      status: 200,
      body: { value: all.slice(start, end), nextLink: end < all.length ? next : null },
    };
  }
}

function challenge(): StoreAnswer {
  const where = 'authorization="https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555"';
  return {
    status: 401,
    headers: { 'WWW-Authenticate': `Bearer ${where}, resource="${RESOURCE}"` },
    body: { error: { code: 'Unauthorized', message: 'AKV10000: Request is missing a Bearer or PoP token.' } },
  };
}

function refuse(status: number, code: string, message: string, inner?: string): StoreAnswer {
  const innererror = inner === undefined ? {} : { innererror: { code: inner } };
  return { status, body: { error: { code, message, ...innererror } } };
}
