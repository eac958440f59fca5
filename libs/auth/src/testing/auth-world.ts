import { randomBytes } from 'node:crypto';
import { Test, type TestingModule } from '@nestjs/testing';
import { AuditModule } from '#libs/audit';
import { Cache, CacheModule } from '#libs/cache';
import { Database, DatabaseModule } from '#libs/database';
import { KmsModule } from '#libs/kms';
import type { Caller } from '#libs/permissions';
import { SecretBytes } from '#libs/secret-bytes';
import { LocalAccounts, UserReadModel } from '#libs/users';
import '../../../../test/support/cheap-passwords.mjs';
import { canary, canaryKey, handedOut } from '../../../../test/support/canary.js';
import { createDatabaseUrl, dropDatabase } from '../../../../test/support/test-database.js';
import { AuthModule } from '../auth.module.js';
import type { AuthOptions } from '../auth-options.js';
import { LocalSignIn, type SignedIn } from '../local/local-sign-in.service.js';
import { StepUp } from '../mfa/step-up.service.js';
import { totpCode } from '../mfa/totp-code.js';
import { TotpEnrollment } from '../mfa/totp-enrollment.service.js';
import { Authentication } from '../sessions/authentication.js';
import { Sessions } from '../sessions/sessions.service.js';
import bcrypt from 'bcrypt';

export const ADMIN_EMAIL = 'admin@example.org';
export const ADMIN_PASSWORD = canary('password of the administrator');
/** The password of every test account. */
const PASSWORD = canary('password');
const [JWT_SECRET, MASTER_KEY] = [canaryKey('signing secret'), canaryKey('master key')];
const ORIGIN = { ip: '192.0.2.1', userAgent: 'spec' };

type Changes = Partial<Omit<AuthOptions, 'bootstrapAdmin'>> & { userId?: string };

/** Returns the options of a deployment with a bootstrap administrator; all worlds share the signing secret. */
export function authOptions(changes: Changes = {}): AuthOptions {
  return {
    env: 'development',
    jwt: { secret: SecretBytes.from(JWT_SECRET), tokenTtlSeconds: 8 * 3600 },
    session: { absoluteSeconds: 8 * 3600, idleSeconds: 1800 },
    stepUpSeconds: 900,
    mfaChangeStepUp: true,
    webauthn: { rpId: 'localhost', origins: ['http://localhost:8080', 'https://console.localhost'] },
    bootstrapAdmin: {
      email: ADMIN_EMAIL,
      password: SecretBytes.fromUtf8(ADMIN_PASSWORD),
      userId: changes.userId ?? null,
    },
    ...changes,
  };
}

/** The module as the api configures it, on a real database and cache. Several worlds may share a database. */
export class AuthWorld {
  private constructor(
    readonly module: TestingModule,
    private readonly url: string,
  ) {}

  static async on(url: string, changes: Changes = {}): Promise<AuthWorld> {
    const module = await Test.createTestingModule({
      imports: [
        DatabaseModule.forRoot({ url, directUrl: url, poolSize: 10 }),
        CacheModule.forUrl(process.env.TEST_REDIS_URL ?? 'memory://'),
        KmsModule.forConfig({
          backend: 'local',
          masterKey: SecretBytes.from(MASTER_KEY),
          previousMasterKeys: [],
        }),
        AuditModule,
        AuthModule.forRoot(authOptions(changes)),
      ],
    }).compile();
    await module.init();
    return new AuthWorld(module, url);
  }

  /** Opens a world on a database of its own, with the bootstrap administrator. */
  static async fresh(changes: Changes = {}): Promise<AuthWorld> {
    return AuthWorld.on(await createDatabaseUrl(), changes);
  }

  /** Opens another process of the same deployment. */
  async another(changes: Changes = {}): Promise<AuthWorld> {
    return AuthWorld.on(this.url, changes);
  }

  get database(): Database {
    return this.module.get(Database);
  }

  get cache(): Cache {
    return this.module.get(Cache);
  }

  get stepUp(): StepUp {
    return this.module.get(StepUp);
  }

  async signIn(email = ADMIN_EMAIL, password = ADMIN_PASSWORD): Promise<SignedIn> {
    return remembered(await this.module.get(LocalSignIn).signIn({ email, password }, ORIGIN));
  }

  /** Signs in the administrator or another local account, without comparing a password. */
  async session(email = ADMIN_EMAIL): Promise<SignedIn> {
    const [sessions, users] = [this.module.get(Sessions), this.module.get(UserReadModel)];
    const [row] = await this.database.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const { session, user } = await this.database.transaction(async (tx) => ({
      session: (await sessions.mint(tx, row!.id, ORIGIN))!,
      user: (await users.find(tx, row!.id))!,
    }));
    return remembered({ session, user, ...(await sessions.tokenOf(session)) });
  }

  async authenticate(signedIn: SignedIn): Promise<Caller | null> {
    return this.module
      .get(Authentication)
      .authenticate({ token: signedIn.token, cookie: signedIn.session.cookie });
  }

  /** Returns the administrator or another local account in a new session. */
  async caller(email?: string): Promise<Caller> {
    return this.again(await this.session(email));
  }

  /** Returns the caller as the next request sees them. */
  async again(signedIn: SignedIn): Promise<Caller> {
    const caller = await this.authenticate(signedIn);
    if (!caller) throw new Error('The session is not active.');
    return caller;
  }

  /** Creates a local account. */
  async account(): Promise<{ id: string; email: string; password: string }> {
    const accounts = this.module.get(LocalAccounts);
    const email = `${randomBytes(6).toString('hex')}@example.org`;
    // A low cost factor, because these specs do not test the cost of a comparison.
    const passwordHash = await bcrypt.hash(PASSWORD, 4);
    const { id } = await this.database.transaction((tx) =>
      accounts.create(tx, 'system:bootstrap', { email, displayName: null, passwordHash }),
    );
    return { id, email, password: PASSWORD };
  }

  /** Enrolls an authenticator app. */
  async enroll(caller: Caller): Promise<Authenticator> {
    const enrollment = this.module.get(TotpEnrollment);
    const started = await enrollment.start(caller, 'spec');
    handedOut('secret of an authenticator app', started.secret);
    const secret = fromBase32(started.secret);
    const step = await this.step();
    const factor = await enrollment.confirm(caller, started.challengeId, totpCode(secret, step));
    return { factorId: factor.id, secret, spentStep: step };
  }

  /** Returns the TOTP step of the database's clock. */
  async step(): Promise<number> {
    const [row] = await this.database.query<{ step: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) / 30)::float8 AS step',
    );
    return row!.step;
  }

  /** Marks no step as used. */
  async forgetSteps(factorId: string): Promise<void> {
    await this.database.query('UPDATE mfa_factors SET totp_last_step = 0 WHERE id = $1', [factorId]);
  }

  /** Steps the session up with the current code. */
  async stepUpNow(caller: Caller, authenticator: Authenticator): Promise<void> {
    await this.forgetSteps(authenticator.factorId);
    const { challengeId } = await this.stepUp.challenge(caller, 'totp');
    const code = totpCode(authenticator.secret, await this.step());
    await this.stepUp.verify(caller, { challengeId, factorId: authenticator.factorId, code });
  }

  /** Counts audit events by action and status, of or about the user. */
  async events(userId: string): Promise<Record<string, number>> {
    const rows = await this.database.query<{ name: string; count: number }>(
      `SELECT action || ' ' || status AS name, count(*)::int AS count FROM audit_events
        WHERE actor = $1 OR resource = $1 GROUP BY 1`,
      [`user:${userId}`],
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.count]));
  }

  async close(options: { drop: boolean } = { drop: true }): Promise<void> {
    await this.module.close();
    if (options.drop) await dropDatabase(this.url);
  }
}

export interface Authenticator {
  readonly factorId: string;
  readonly secret: Buffer;
  readonly spentStep: number;
}

/** Registers the session's secrets with the leak search at the end of the run. */
function remembered(signedIn: SignedIn): SignedIn {
  handedOut('session cookie', signedIn.session.cookie);
  handedOut('token of a session', signedIn.token);
  return signedIn;
}

/** Decodes base32 (RFC 4648 §6). Written out, so that the specs don't decode with the code under test. */
export function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
