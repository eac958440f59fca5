import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { type Client, createClient, dataOf } from '../../packages/client/src/index.js';
import { assertDocumented } from './documented.js';
import { hear } from './hear.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

export interface CallOptions {
  readonly headers?: Record<string, string>;
}

/**
 * A caller of the HTTP interface with its own address and, once signed in, its own token. Stories call through `api`,
 * which the compiler holds against the description; `call` and its like send whatever they are given.
 */
export class TestClient {
  token: string | null = null;
  userId = '';
  /** The cookie of the same session, which only `inBrowser` sends. */
  cookie: string | null = null;
  isInBrowser = false;
  readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

  constructor(public baseUrl: string) {}

  /** The same person in the same session, by its cookie and without a token. */
  get inBrowser(): TestClient {
    const { userId, cookie, address } = this;
    return Object.assign(new TestClient(this.baseUrl), { userId, cookie, address, isInBrowser: true });
  }

  /** The typed client in this caller's name. */
  get api(): Client {
    const headers = { 'x-forwarded-for': this.address };
    return createClient({ baseUrl: this.baseUrl, token: () => this.token, headers, fetch: documented });
  }

  get(path: string, options?: CallOptions): Promise<Answer> {
    return this.call('GET', path, undefined, options);
  }

  post(path: string, body: unknown = {}, options?: CallOptions): Promise<Answer> {
    return this.call('POST', path, body, options);
  }

  put(path: string, body: unknown, options?: CallOptions): Promise<Answer> {
    return this.call('PUT', path, body, options);
  }

  delete(path: string, options?: CallOptions): Promise<Answer> {
    return this.call('DELETE', path, undefined, options);
  }

  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { 'x-forwarded-for': this.address, ...options.headers };
    if (this.token !== null && headers.authorization === undefined)
      headers.authorization = `Bearer ${this.token}`;
    if (this.isInBrowser) headers.cookie ??= `svc_session=${this.cookie}`;
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    const response = await fetch(`${this.baseUrl}${path.startsWith('/') ? `/api/v1${path}` : `/${path}`}`, {
      method,
      headers,
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: parse(text) };
    const { pathname } = new URL(response.url);
    hear(`${method} ${pathname}`, response, text, answer.body);
    const type = response.headers.get('content-type');
    assertDocumented({ method, path: pathname, status: answer.status, type, body: answer.body });
    return answer;
  }

  /** Signs in with a password and keeps the token. */
  async signIn(email: string, password: string): Promise<this> {
    const call = this.api.POST('/api/v1/auth/login', { body: { email, password } });
    const { token, user } = await dataOf(call);
    this.token = token ?? null;
    this.userId = user.id;
    const [cookie = ''] = (await call).response.headers.getSetCookie();
    this.cookie = /^svc_session=([^;]+)/.exec(cookie)?.[1] ?? null;
    return this;
  }

  /**
   * Enrolls a TOTP factor with the code of the step before the current one, so that this one's and the next one's are left.
   *
   * @returns the factor's secret
   */
  async enrollTotp(label?: string): Promise<string> {
    for (;;) {
      const start = this.api.POST('/api/v1/users/me/mfa/totp/start', { body: { label } });
      const { challenge_id, secret } = await dataOf(start);
      await untilStepBegins();
      const step = currentStep();
      const body = { challenge_id, code: codeFor(secret, -1) };
      const confirm = this.api.POST('/api/v1/users/me/mfa/totp/confirm', { body });
      // On a busy machine the step may end before the code is compared.
      if (!(await confirm).response.ok && currentStep() !== step) continue;
      await dataOf(confirm);
      return secret;
    }
  }

  /** Enrolls a TOTP factor and steps up with it: the session is fresh afterwards. @returns the factor's secret */
  async enrollAndStepUp(): Promise<string> {
    const { challenge_id, secret } = await dataOf(
      this.api.POST('/api/v1/users/me/mfa/totp/start', { body: {} }),
    );
    const body = { challenge_id, code: codeFor(secret, 0) };
    const factor = await dataOf(this.api.POST('/api/v1/users/me/mfa/totp/confirm', { body }));
    // The confirming code is spent: the next step's is within the allowed skew.
    await this.stepUp(factor.id, secret, 1);
    return secret;
  }

  /** Steps up with the code of the current 30-second step plus `stepsAhead`. */
  async stepUp(factorId: string, secret: string, stepsAhead = 0): Promise<void> {
    const { challenge_id } = await dataOf(
      this.api.POST('/api/v1/auth/mfa/challenge', { body: { kind: 'totp' } }),
    );
    const body = { challenge_id, factor_id: factorId, code: codeFor(secret, stepsAhead) };
    await dataOf(this.api.POST('/api/v1/auth/mfa/verify', { body }));
  }
}

const STEP_MS = 30_000;

/** The number of the current 30-second step. */
function currentStep(): number {
  return Math.floor(Date.now() / STEP_MS);
}

/** Waits at the end of a step: the code of the step before it would be too old by the time it arrives. */
async function untilStepBegins(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < 3000) await sleep(left);
}

async function documented(request: Request): Promise<Response> {
  const response = await fetch(request);
  const text = await response.clone().text();
  const [body, { pathname }] = [parse(text), new URL(request.url)];
  hear(`${request.method} ${pathname}`, response, text, body);
  const [{ method }, { status, headers }] = [request, response];
  assertDocumented({ method, path: pathname, status, type: headers.get('content-type'), body });
  return response;
}

/** Returns the six digits of a secret at the current step plus `stepsAhead` (RFC 6238). */
export function codeFor(secret: string, stepsAhead: number): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 });
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
