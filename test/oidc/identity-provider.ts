import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';
import { canary, handedOut } from '../support/canary.js';

export const CLIENT_ID = 'countersign';
export const CLIENT_SECRET = canary('client secret at the provider');
const KEY_ID = 'signing-key';

type Json = Record<string, any>;

/** Somebody at the provider: what its tokens and userinfo say, and how they authenticate. */
export interface Person {
  claims: Json;
  /** Of userinfo alone; where they differ from the ID token's. */
  userinfo?: Json;
  amr?: string[];
  /** Seconds since 1970; absent: now. */
  authTime?: number;
}

/** Changes the ID token on its way out; the result goes to the service as it is. */
export type Tamper = (token: { header: Json; claims: Json }, provider: TestIdentityProvider) => string;

/**
 * oidc-provider on loopback, with a login that lets in whoever the test's browser says it is. Before start()
 * and after stop() nobody is there.
 */
export class TestIdentityProvider {
  readonly people = new Map<string, Person>();
  readonly tampers = new Map<string, Tamper>();
  /** Changes what discovery says. */
  metadata: Json = {};
  /** Done when a code has come, before it is answered. */
  beforeTokens: (() => Promise<void>) | null = null;
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private provider: Provider | null = null;
  private firstAnswer: Promise<Json> | null = null;
  private lenient = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly library: typeof import('oidc-provider'),
  ) {}

  static async listen(): Promise<TestIdentityProvider> {
    muteNotices();
    const library = await import('oidc-provider');
    const server = createServer();
    const port = await listenOnLoopback(server);
    const provider = new TestIdentityProvider(server, `http://127.0.0.1:${port}`, library);
    server.on('request', (request, response) => void provider.serve(request, response));
    return provider;
  }

  start(redirectUri: string, backchannelUri: string): void {
    this.provider = new this.library.Provider(this.url, {
      ...SETTINGS,
      jwks: { keys: [this.jwk()] },
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [redirectUri],
          backchannel_logout_uri: backchannelUri,
          backchannel_logout_session_required: true,
        },
      ],
      findAccount: (_ctx: unknown, sub: string) => ({
        accountId: sub,
        claims: (use: string) => {
          const { claims, userinfo, amr } = this.person(sub);
          return { sub, amr, ...(use === 'userinfo' ? { ...claims, ...userinfo } : claims) };
        },
      }),
      loadExistingGrant: async (ctx: Json) => {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client.clientId,
          accountId: ctx.oidc.session.accountId,
        });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
    });
  }

  stop(): void {
    this.provider = null;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** From now on every code is answered like the first one to come: single use is then the service's alone. */
  takeCodesAgain(lenient: boolean): void {
    this.lenient = lenient;
    this.firstAnswer = null;
  }

  /** Returns a JWT under the provider's key, or under another. */
  signed(header: Json, claims: Json, key: KeyObject = this.keys.privateKey): string {
    const input = `${encode({ alg: 'RS256', kid: KEY_ID, ...header })}.${encode(claims)}`;
    return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
  }

  /** Returns a JWT under the secret that client and provider share. */
  signedWithSecret(header: Json, claims: Json): string {
    const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    return `${input}.${createHmac('sha256', CLIENT_SECRET).update(input).digest('base64url')}`;
  }

  /** Returns a JWT without a signature. */
  unsigned(header: Json, claims: Json): string {
    return `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`;
  }

  /** Returns a valid logout token, but for the changes. */
  logoutToken(claims: Json, header: Json = {}): string {
    return this.signed({ typ: 'logout+jwt', ...header }, this.logoutClaims(claims));
  }

  logoutClaims(changes: Json): Json {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: this.url,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 120,
      jti: randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...changes,
    };
  }

  private jwk(): Json {
    return { ...this.keys.privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  }

  private person(sub: string): Person {
    const person = this.people.get(sub);
    if (!person) throw new Error(`nobody is called ${sub}`);
    return person;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.provider) return void request.socket.destroy();
    if (request.url?.startsWith('/interaction/')) return this.logIn(this.provider, request, response);
    if (request.url === '/token') await this.beforeTokens?.();
    if (request.url === '/token' && this.lenient) return this.answerAgain(this.provider, request, response);
    if (request.url === '/token') rewrite(response, (body) => remembered(this.tampered(body)));
    if (request.url?.startsWith('/.well-known/'))
      rewrite(response, (body) => ({ ...body, ...this.metadata }));
    await this.provider.callback()(request, response);
  }

  private async answerAgain(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (this.firstAnswer) {
      const body = await this.firstAnswer;
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }
    this.firstAnswer = new Promise((resolve) => {
      rewrite(response, (body) => {
        resolve(body);
        return body;
      });
    });
    await provider.callback()(request, response);
  }

  private async logIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const accountId = String(request.headers['x-login']);
    const { amr, authTime } = this.person(accountId);
    await provider.interactionFinished(request, response, { login: { accountId, amr, ts: authTime } });
  }

  private tampered(body: Json): Json {
    if (typeof body.id_token !== 'string') return body;
    const [header, claims] = body.id_token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json);
    const tamper = this.tampers.get(claims!.sub as string);
    return tamper ? { ...body, id_token: tamper({ header: header!, claims: claims! }, this) } : body;
  }
}

const SETTINGS = {
  cookies: { keys: ['a key for the cookies of a test'] },
  pkce: { required: () => true },
  scopes: ['openid', 'email', 'profile', 'groups'],
  acrValues: ['mfa'],
  claims: {
    openid: ['sub', 'amr'],
    email: ['email', 'email_verified'],
    profile: ['name'],
    groups: ['groups', '_claim_names', 'hasgroups'],
  },
  conformIdTokenClaims: false,
  interactions: { url: (_ctx: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
  features: {
    backchannelLogout: { enabled: true },
    claimsParameter: { enabled: true },
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      // The test's browser confirms by sending the form's secret back.
      logoutSource: (ctx: Json, form: string) => void (ctx.body = form),
    },
  },
};

/** Lets the search at the end of the run look for what the service was given. */
function remembered(body: Json): Json {
  for (const name of ['id_token', 'access_token', 'refresh_token'])
    handedOut(`${name} of the provider`, String(body[name] ?? ''));
  return body;
}

function encode(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Changes a JSON answer just before it leaves. */
function rewrite(response: ServerResponse, change: (body: Json) => Json): void {
  const end = response.end.bind(response) as (chunk: string) => ServerResponse;
  response.end = ((chunk: Buffer | string) => {
    const text = JSON.stringify(change(JSON.parse(chunk.toString()) as Json));
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

/** It speaks at length of settings that a test may well have. */
export function muteNotices(): void {
  for (const level of ['info', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...line: unknown[]) => {
      if (!String(line[0]).startsWith('oidc-provider ')) write(...line);
    };
  }
}
