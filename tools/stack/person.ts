import type { AccountBook } from './account-book.js';
import { type ApiClient, ApiRefusal } from './api-client.js';
import type { FactorRow, MeRow } from './api-rows.js';
import { nextTotpCode } from './totp-code.js';

export interface Account {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
}

/** Freshness that suffices for all that follows; less than that, and the person steps up again. */
const ENOUGH_FRESH_MS = 120_000;
const FACTOR_LABEL = 'local stack';

/** Somebody who is signed in, with a second factor at hand. */
export class Person {
  private constructor(
    readonly account: Account,
    readonly id: string,
    readonly api: ApiClient,
    private readonly book: AccountBook,
  ) {}

  /** Signs in, or goes on with the session of an earlier start while that is alive. */
  static async signIn(nobody: ApiClient, account: Account, book: AccountBook): Promise<Person> {
    const { token } = book.of(account.email);
    const known = token === null ? null : await meWith(nobody.withToken(token));
    if (known) return new Person(account, known.id, nobody.withToken(token!), book);
    const { email, password } = account;
    const session = await nobody.post<{ token: string; user: { id: string } }>('/auth/login', {
      email,
      password,
    });
    book.remember(email, { token: session.token });
    return new Person(account, session.user.id, nobody.withToken(session.token), book);
  }

  /** Makes the session fresh with a one-time code, enrolling the factor where there is none yet. */
  async stepUp(): Promise<void> {
    const me = await this.api.get<MeRow>('/users/me');
    if (me.mfa.fresh_until && Date.parse(me.mfa.fresh_until) > Date.now() + ENOUGH_FRESH_MS) return;
    const factor = (await this.factor()) ?? (await this.enroll());
    const { totpSecret } = this.book.of(this.account.email);
    if (totpSecret === null) throw new Error(`The second factor of ${this.account.email} is not ours.`);
    const { challenge_id } = await this.api.post<{ challenge_id: string }>('/auth/mfa/challenge', {
      kind: 'totp',
    });
    const code = await this.nextCode(totpSecret);
    await this.api.post('/auth/mfa/verify', { challenge_id, factor_id: factor.id, code });
  }

  private async factor(): Promise<FactorRow | null> {
    const factors = await this.api.get<FactorRow[]>('/users/me/mfa/factors');
    return factors.find(({ kind, label }) => kind === 'totp' && label === FACTOR_LABEL) ?? null;
  }

  private async enroll(): Promise<FactorRow> {
    const started = await this.api.post<{ challenge_id: string; secret: string }>(
      '/users/me/mfa/totp/start',
      {
        label: FACTOR_LABEL,
      },
    );
    // Kept before it counts: a start that is killed in between must not lose the secret of a stored factor.
    this.book.remember(this.account.email, { totpSecret: started.secret, lastStep: 0 });
    const code = await this.nextCode(started.secret);
    return this.api.post('/users/me/mfa/totp/confirm', { challenge_id: started.challenge_id, code });
  }

  private async nextCode(secret: string): Promise<string> {
    const { code, step } = await nextTotpCode(secret, this.book.of(this.account.email).lastStep);
    this.book.remember(this.account.email, { lastStep: step });
    return code;
  }
}

async function meWith(api: ApiClient): Promise<MeRow | null> {
  try {
    return await api.get<MeRow>('/users/me');
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) return null;
    throw error;
  }
}
