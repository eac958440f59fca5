import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exportJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';
import { handedOut } from './canary.js';

type Json = Record<string, unknown>;

/** Answers instead of the issuer. @returns false to leave it to the issuer */
type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Signs tokens as the issuer of a CI system does, and serves its discovery document and keys over HTTP. */
export class WorkloadIssuer {
  /** Paths in the order in which they were fetched. */
  readonly fetched: string[] = [];
  instead: Instead = () => false;
  private keys = new Map<string, KeyObject>();
  private served: { kid: string; key: KeyObject }[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async listen(): Promise<WorkloadIssuer> {
    const server = createServer();
    const port = await listenOnLoopback(server.unref());
    const issuer = new WorkloadIssuer(server, `http://127.0.0.1:${port}`);
    issuer.addKey('first');
    server.on('request', (request, response) => void issuer.serve(request, response));
    return issuer;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** @param hidden signs with it, and does not serve it */
  addKey(kid: string, hidden = false): void {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.keys.set(kid, privateKey);
    if (!hidden) this.served.push({ kid, key: publicKey });
  }

  /** The public key of the first key as text, as an attacker has it. */
  publicPem(): string {
    return this.served[0]!.key.export({ type: 'spki', format: 'pem' }) as string;
  }

  /** A token as the issuer makes it for a job; `claims` laid over. A claim that is undefined is left out. */
  async token(claims: Json = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const { kid = 'first', alg = 'RS256', ...more } = header;
    const now = Math.floor(Date.now() / 1000);
    const standard = {
      iss: this.url,
      aud: 'countersign',
      iat: now,
      nbf: now,
      exp: now + 300,
      jti: randomUUID(),
    };
    const payload = JSON.parse(
      JSON.stringify({ ...standard, sub: 'repo:acme/shop:ref:refs/heads/main', owner: 'acme', ...claims }),
    ) as Json;
    const signed = new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'JWT', ...more });
    const jwt = await signed.sign(this.keys.get(kid)!);
    handedOut('token of a workload', jwt);
    return jwt;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.fetched.push(request.url ?? '');
    if (this.instead(request, response)) return;
    response.setHeader('content-type', 'application/json');
    if (request.url === '/.well-known/openid-configuration')
      return void response.end(JSON.stringify({ issuer: this.url, jwks_uri: `${this.url}/keys` }));
    const keys = await Promise.all(
      this.served.map(async ({ kid, key }) => ({ ...(await exportJWK(key)), kid, alg: 'RS256', use: 'sig' })),
    );
    response.end(JSON.stringify({ keys }));
  }
}
