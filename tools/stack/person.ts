import {
  ApiError,
  type Client,
  dataOf,
  type FactorResponse,
  type MeResponse,
} from '../../packages/client/src/index.js';
import type { AccountBook } from './account-book.js';
import { serviceClient } from './service-client.js';
import { nextTotpCode } from './totp-code.js';

export interface Account {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
}

/** Remaining freshness that is enough for what follows; with less, the person steps up again. */
const ENOUGH_FRESH_MS = 120_000;
const FACTOR_LABEL = 'local stack';

/** A user who is signed in and has a second factor. */
export class Person {
  private constructor(
    readonly account: Account,
    readonly id: string,
    readonly api: Client,
    private readonly book: AccountBook,
  ) {}

  /** Signs in, or continues the session of an earlier start while it is valid. */
  static async signIn(apiUrl: string, account: Account, book: AccountBook): Promise<Person> {
    const { email, password } = account;
    const known = await Person.resume(apiUrl, account, book);
    if (known) return known;
    const anonymous = serviceClient(apiUrl);
    const session = await dataOf(anonymous.POST('/api/v1/auth/login', { body: { email, password } }));
    book.remember(email, { token: session.token });
    return new Person(account, session.user.id, serviceClient(apiUrl, session.token), book);
  }

  private static async resume(apiUrl: string, account: Account, book: AccountBook): Promise<Person | null> {
    const { token } = book.of(account.email);
    if (token === null) return null;
    const api = serviceClient(apiUrl, token);
    const me = await meWith(api);
    return me && new Person(account, me.id, api, book);
  }

  /** Steps up with a one-time code, enrolling a factor first if there is none. */
  async stepUp(): Promise<void> {
    const { mfa } = await dataOf(this.api.GET('/api/v1/users/me'));
    if (mfa.fresh_until && Date.parse(mfa.fresh_until) > Date.now() + ENOUGH_FRESH_MS) return;
    const { id: factor_id } = await this.ensureFactor();
    const { totpSecret } = this.book.of(this.account.email);
    if (totpSecret === null)
      throw new Error(`${this.account.email} has a second factor that this stack did not enroll.`);
    const challenge = await dataOf(this.api.POST('/api/v1/auth/mfa/challenge', { body: { kind: 'totp' } }));
    const code = await this.nextCode(totpSecret);
    const body = { challenge_id: challenge.challenge_id, factor_id, code };
    await dataOf(this.api.POST('/api/v1/auth/mfa/verify', { body }));
  }

  /** Enrolls an authenticator unless there is one. */
  async ensureFactor(): Promise<FactorResponse> {
    return (await this.factor()) ?? this.enroll();
  }

  private async factor(): Promise<FactorResponse | null> {
    const factors = await dataOf(this.api.GET('/api/v1/users/me/mfa/factors'));
    return factors.find(({ kind, label }) => kind === 'totp' && label === FACTOR_LABEL) ?? null;
  }

  private async enroll(): Promise<FactorResponse> {
    const label = FACTOR_LABEL;
    const { challenge_id, secret } = await dataOf(
      this.api.POST('/api/v1/users/me/mfa/totp/start', { body: { label } }),
    );
    // Stored before it is confirmed: a killed start must not lose the secret of an enrolled factor.
    this.book.remember(this.account.email, { totpSecret: secret, lastStep: 0 });
    const code = await this.nextCode(secret);
    return dataOf(this.api.POST('/api/v1/users/me/mfa/totp/confirm', { body: { challenge_id, code } }));
  }

  private async nextCode(secret: string): Promise<string> {
    const { code, step } = await nextTotpCode(secret, this.book.of(this.account.email).lastStep);
    this.book.remember(this.account.email, { lastStep: step });
    return code;
  }
}

/** Returns the user of the client's session; null when the session has ended. */
async function meWith(api: Client): Promise<MeResponse | null> {
  try {
    return await dataOf(api.GET('/api/v1/users/me'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
