import { FakeStoreServer, type StoreAnswer, type StoreRequest } from './fake-store-server.js';
import { crc32c } from '../drivers/cloud3-sm/crc32c.js';

interface Version {
  data: Buffer;
  state: 'ENABLED' | 'DISABLED' | 'DESTROYED';
}

interface Secret {
  versions: Version[];
  labels: Record<string, string>;
}

const PROJECT = '/v1/projects/demo-project/secrets';
const METADATA = '/computeMetadata/v1/instance/service-accounts/default/token';

/**
 * Google Secret Manager's REST API, as far as the driver uses it, with the metadata server, which issues tokens of the
 * machine's service account, the token exchange (RFC 8693), and service account impersonation.
 */
export class FakeGoogleSecrets {
  readonly server = new FakeStoreServer((request) => this.#answer(request));
  readonly secrets = new Map<string, Secret>();
  /** The accepted tokens. */
  readonly tokens = new Set<string>();
  readonly impersonated: string[] = [];

  /** The token that the metadata server issues. */
  ownToken = 'token-of-agent';

  /** Returns a credentials file for workload identity federation, with the subject token in that file. */
  federation(subjectFile: string): string {
    return JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/p',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${this.server.url}/v1/token`,
      credential_source: { file: subjectFile },
    });
  }

  put(id: string, data: string | Buffer, labels: Record<string, string> = {}): void {
    const secret = this.secrets.get(id) ?? { versions: [], labels };
    this.secrets.set(id, secret);
    secret.versions.push({ data: Buffer.from(data), state: 'ENABLED' });
  }

  #answer(request: StoreRequest): StoreAnswer {
    if (request.path === METADATA) return this.#metadata(request);
    if (request.path === '/v1/token') return this.#trade(new URLSearchParams(request.body.toString()));
    const token = request.headers['authorization']?.slice('Bearer '.length) ?? '';
    if (!this.tokens.has(token)) return refuse(401, 'UNAUTHENTICATED', 'Request had invalid credentials.');
    const account = /serviceAccounts\/(.+):generateAccessToken$/.exec(request.path)?.[1];
    if (account) return this.#impersonate(decodeURIComponent(account));
    if (token === 'token-of-stranger')
      return refuse(403, 'PERMISSION_DENIED', 'Permission denied on resource.');
    const isDenied = token === 'token-of-stranger' || !request.path.startsWith(PROJECT);
    if (isDenied) return refuse(403, 'PERMISSION_DENIED', 'Permission denied on resource.');
    return this.#answerProject(request.path.slice(PROJECT.length), request);
  }

  #answerProject(rest: string, request: StoreRequest): StoreAnswer {
    if (rest !== '') return this.#answerSecret(rest, request);
    return request.method === 'POST' ? this.#create(request) : this.#list(request.query);
  }

  #answerSecret(rest: string, request: StoreRequest): StoreAnswer {
    const [, id = '', verb = ''] = /^\/([^/:]+)(.*)$/.exec(rest) ?? [];
    const secret = this.secrets.get(id);
    if (!secret) return refuse(404, 'NOT_FOUND', `Secret [projects/1/secrets/${id}] not found.`);
    if (verb === ':addVersion' && request.method === 'POST') return this.#add(id, secret, request.body);
    const version = /^\/versions\/(latest|\d+):access$/.exec(verb)?.[1];
    return version ? this.#access(id, secret, version) : refuse(404, 'NOT_FOUND', 'Method not found.');
  }

  #create({ body, query }: StoreRequest): StoreAnswer {
    const id = query.get('secretId') ?? '';
    const { replication } = JSON.parse(body.toString()) as { replication?: object };
    if (!replication) return refuse(400, 'INVALID_ARGUMENT', 'Secret.replication must be provided.');
    if (this.secrets.has(id))
      return refuse(409, 'ALREADY_EXISTS', `Secret [projects/1/secrets/${id}] already exists.`);
    this.secrets.set(id, { versions: [], labels: {} });
    return { status: 200, body: { name: `projects/1/secrets/${id}`, replication } };
  }

  #add(id: string, secret: Secret, body: Buffer): StoreAnswer {
    const { payload } = JSON.parse(body.toString()) as { payload: { data: string; dataCrc32c: string } };
    const data = Buffer.from(payload.data, 'base64');
    if (payload.dataCrc32c !== String(crc32c(data)))
      return refuse(400, 'INVALID_ARGUMENT', 'Checksum mismatch.');
    secret.versions.push({ data, state: 'ENABLED' });
    const name = `projects/1/secrets/${id}/versions/${secret.versions.length}`;
    return { status: 200, body: { name, state: 'ENABLED', etag: '"1"' } };
  }

  #access(id: string, secret: Secret, version: string): StoreAnswer {
    const number = version === 'latest' ? secret.versions.length : Number(version);
    const name = `projects/1/secrets/${id}/versions/${number || version}`;
    const found = secret.versions[number - 1];
    if (!found) return refuse(404, 'NOT_FOUND', `Secret Version [${name}] not found.`);
    if (found.state !== 'ENABLED') {
      return refuse(400, 'FAILED_PRECONDITION', `Secret Version [${name}] is in ${found.state} state.`);
    }
    const payload = { data: found.data.toString('base64'), dataCrc32c: String(crc32c(found.data)) };
    return { status: 200, body: { name, payload } };
  }

  #list(query: URLSearchParams): StoreAnswer {
    const ids = [...this.secrets.keys()].sort();
    const start = Number(query.get('pageToken') ?? 0);
    const page = ids.slice(start, start + Number(query.get('pageSize') ?? 25_000));
    const end = start + page.length;
    const secrets = page.map((id) => {
      const { labels } = this.secrets.get(id)!;
      return { name: `projects/1/secrets/${id}`, replication: { automatic: {} }, labels, etag: '"1"' };
    });
    const more = end < ids.length ? { nextPageToken: String(end) } : {};
    return { status: 200, body: page.length === 0 ? {} : { secrets, ...more, totalSize: ids.length } };
  }

  #metadata({ headers }: StoreRequest): StoreAnswer {
    if (headers['metadata-flavor'] !== 'Google') return { status: 403 };
    this.tokens.add(this.ownToken);
    const body = { access_token: this.ownToken, expires_in: 3599, token_type: 'Bearer' };
    return { status: 200, headers: { 'Metadata-Flavor': 'Google' }, body };
  }

  #trade(form: URLSearchParams): StoreAnswer {
    const isExchange = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:token-exchange';
    if (!isExchange || form.get('subject_token') !== 'subject-of-agent') {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'The subject is unknown.' } };
    }
    this.tokens.add('token-of-subject');
    const issued = { issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' };
    const body = { access_token: 'token-of-subject', ...issued, expires_in: 3599, token_type: 'Bearer' };
    return { status: 200, body };
  }

  #impersonate(account: string): StoreAnswer {
    if (account.startsWith('forbidden@')) {
      return refuse(403, 'PERMISSION_DENIED', "Permission 'iam.serviceAccounts.getAccessToken' denied.");
    }
    this.impersonated.push(account);
    this.tokens.add(`token-of-${account}`);
    const expireTime = new Date(Date.now() + 3_600_000).toISOString();
    return { status: 200, body: { accessToken: `token-of-${account}`, expireTime } };
  }
}

function refuse(code: number, status: string, message: string): StoreAnswer {
  return { status: code, body: { error: { code, message, status } } };
}
