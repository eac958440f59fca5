import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** The response's body never ends. */
  unfinished?: true;
}

const refusal = (status: number, message: string): Answer => ({ status, body: { errors: [message] } });

/**
 * Implements the part of the transit API that we use (encrypt and decrypt, associated_data, key versions, the token's
 * lease, token header, error bodies), with real AES-256-GCM. Its switches simulate failures of the real one.
 */
export class TransitServer {
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: Record<string, string> }[] =
    [];
  /** When set, the response to every request. */
  forced: Answer | 'hang' | undefined;
  /** Delay of every response. */
  delayMs = 0;
  /** Like engines before 1.9, which have no associated data. */
  ignoresAssociatedData = false;
  /** What remains of the token's lease, in seconds. */
  lease = { seconds: 3600, renewable: true };
  readonly #versions: Buffer[] = [randomBytes(32)];
  readonly #arrivals = new EventEmitter();
  readonly #server: Server;
  #port = 0;

  private constructor(
    readonly token: string,
    readonly key: string,
  ) {
    this.#server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const answer = this.#answer(request, text);
        if (answer !== 'hang') setTimeout(() => this.#send(response, answer), this.delayMs);
      });
    });
  }

  static async start(token: string, key: string): Promise<TransitServer> {
    const started = new TransitServer(token, key);
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    started.#port = (started.#server.address() as AddressInfo).port;
    return started;
  }

  get addr(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** For processes that use it as their key service. */
  get environment(): Record<string, string> {
    return {
      SVC_KMS_BACKEND: 'transit',
      SVC_KMS_TRANSIT_ADDR: this.addr,
      SVC_KMS_TRANSIT_TOKEN: this.token,
      SVC_KMS_TRANSIT_KEY: this.key,
      SVC_WRAP_MASTER_KEY: '',
    };
  }

  /** Resolves once a request for that path has arrived, before or after this call. */
  async waitFor(path: string): Promise<void> {
    if (!this.requests.some((request) => request.path === path)) await once(this.#arrivals, path);
  }

  rotate(): void {
    this.#versions.push(randomBytes(32));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Listens again on the same port, after a stop. */
  async listenAgain(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  #send(response: ServerResponse, { status, body, headers, unfinished }: Answer): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.write(typeof body === 'string' ? body : JSON.stringify(body));
    if (!unfinished) response.end();
  }

  #answer(request: IncomingMessage, text: string): Answer | 'hang' {
    const body = JSON.parse(text || '{}') as Record<string, string>;
    this.requests.push({ path: request.url ?? '', headers: request.headers, body });
    this.#arrivals.emit(request.url ?? '');
    if (this.forced !== undefined) return this.forced;
    if (request.headers['x-vault-token'] !== this.token) return refusal(403, 'permission denied');
    if (request.url === '/v1/auth/token/lookup-self' && request.method === 'GET') {
      return { status: 200, body: { data: { ttl: this.lease.seconds, renewable: this.lease.renewable } } };
    }
    if (request.method !== 'POST') return refusal(405, 'unsupported operation');
    if (request.url === '/v1/auth/token/renew-self') return this.#renew();
    if (request.url === `/v1/transit/encrypt/${this.key}`) return this.#encrypt(body);
    if (request.url === `/v1/transit/decrypt/${this.key}`) return this.#decrypt(body);
    return refusal(400, 'encryption key not found');
  }

  #renew(): Answer {
    const { seconds, renewable } = this.lease;
    if (!renewable) return refusal(400, 'lease is not renewable');
    return { status: 200, body: { auth: { lease_duration: seconds, renewable } } };
  }

  #encrypt(body: Record<string, string>): Answer {
    const version = this.#versions.length;
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#versions[version - 1]!, nonce).setAAD(this.#aad(body));
    const sealed = [cipher.update(body['plaintext'] ?? '', 'base64'), cipher.final(), cipher.getAuthTag()];
    const ciphertext = `vault:v${version}:${Buffer.concat([nonce, ...sealed]).toString('base64')}`;
    return { status: 200, body: { data: { ciphertext, key_version: version } } };
  }

  #decrypt(body: Record<string, string>): Answer {
    const [, version = '', base64 = ''] = body['ciphertext']?.split(':') ?? [];
    const key = this.#versions[Number(version.slice(1)) - 1];
    const bytes = Buffer.from(base64, 'base64');
    if (key === undefined || bytes.length < 28) return refusal(400, 'invalid ciphertext: unable to decrypt');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(this.#aad(body))
      .setAuthTag(bytes.subarray(-16));
    try {
      const plaintext = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
      return { status: 200, body: { data: { plaintext: plaintext.toString('base64') } } };
    } catch {
      return refusal(400, 'cipher: message authentication failed');
    }
  }

  #aad(body: Record<string, string>): Buffer {
    return Buffer.from(this.ignoresAssociatedData ? '' : (body['associated_data'] ?? ''), 'base64');
  }
}
