import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Provider } from 'oidc-provider';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';
import { muteNotices } from '../oidc/identity-provider.js';
import { canary, handedOut } from './canary.js';

type Json = Record<string, any>;

/** The job that this provider knows: the subject of its tokens. */
export const JOB = 'shop-deploy';
const SECRET = canary('client secret of a job');
const ELSEWHERE = 'https://elsewhere.example.test';

/** oidc-provider on loopback, which issues tokens to a job for several services at once, signed with ES256. */
export class OpenIdProviderOfJobs {
  /** Paths in the order in which they were called. */
  readonly called: string[] = [];
  #provider: Provider | null = null;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly library: typeof import('oidc-provider'),
  ) {}

  static async listen(): Promise<OpenIdProviderOfJobs> {
    muteNotices();
    const library = await import('oidc-provider');
    const server = createServer();
    const port = await listenOnLoopback(server.unref());
    const provider = new OpenIdProviderOfJobs(server, `http://127.0.0.1:${port}`, library);
    provider.rotate();
    server.on('request', (request, response) => {
      provider.called.push(request.url ?? '');
      void provider.#provider!.callback()(request, response);
    });
    return provider;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Has a new key from now on, and no other. */
  rotate(): void {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
    this.#provider = new this.library.Provider(this.url, { ...SETTINGS, jwks: { keys: [key] } });
  }

  /** Gets a token for a service as the job does: with its own credentials, at the provider. */
  async token(audience: string): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', resource: audience });
    const authorization = `Basic ${Buffer.from(`${JOB}:${SECRET}`).toString('base64')}`;
    const answer = await fetch(`${this.url}/token`, { method: 'POST', body, headers: { authorization } });
    const { access_token: jwt, ...rest } = (await answer.json()) as Json;
    if (typeof jwt !== 'string') throw new Error(`no token: ${JSON.stringify(rest)}`);
    handedOut('token of a job', jwt);
    return jwt;
  }
}

const SETTINGS = {
  cookies: { keys: ['a key for the cookies of a test'] },
  clients: [
    {
      ...{ client_id: JOB, client_secret: SECRET, grant_types: ['client_credentials'] },
      ...{ redirect_uris: [], response_types: [], id_token_signed_response_alg: 'ES256' },
    },
  ],
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({ scope: '', accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } }),
    },
  },
  formats: {
    customizers: {
      // Typed as those of CI systems are; access tokens (RFC 9068) are another thing.
      jwt: (_ctx: unknown, _token: unknown, jwt: Json) => {
        jwt.header = { typ: 'JWT' };
        jwt.payload.aud = [ELSEWHERE, jwt.payload.aud];
      },
    },
  },
};
