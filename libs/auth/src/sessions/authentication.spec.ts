import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { UserAdministration } from '#libs/users';
import type { SignedIn } from '../local/local-sign-in.service.js';
import { authOptions, AuthWorld } from '../testing/auth-world.js';
import { Authentication, type SessionCredentials } from './authentication.js';
import { freshSessionSql } from './fresh-session-sql.js';
import { cookieHash } from '../opaque-token.js';
import { Sessions } from './sessions.service.js';

describe('Authentication', () => {
  let world: AuthWorld;
  let authentication: Authentication;
  let signedIn: SignedIn;
  beforeAll(async () => {
    world = await AuthWorld.fresh();
    authentication = world.module.get(Authentication);
    signedIn = await world.signIn();
  });
  afterAll(() => world.close());

  const by = (credentials: SessionCredentials) => authentication.authenticate(credentials);
  const change = (assignment: string) =>
    world.database.query(`UPDATE sessions SET ${assignment} WHERE id = $1`, [signedIn.session.id]);

  it('returns the caller with all grants for a token, a cookie, or both of one session', async () => {
    const { token } = signedIn;
    const { cookie } = signedIn.session;
    const callers = [await by({ token }), await by({ cookie }), await by({ token, cookie })];
    for (const caller of callers) {
      expect(caller).toMatchObject({
        userId: signedIn.user.id,
        email: signedIn.user.email,
        displayName: null,
        sessionId: signedIn.session.id,
        lastMfaAt: null,
        mfaFresh: false,
      });
      expect(caller?.grants).toContainEqual({ permission: 'role.edit', scope: {} });
      expect(caller?.grants).toHaveLength(9);
    }
  });

  it('stores the SHA-256 of the cookie value and never the value', async () => {
    const [row] = await world.database.query<{ token_hash: Buffer; all: string }>(
      'SELECT token_hash, sessions::text AS all FROM sessions WHERE id = $1',
      [signedIn.session.id],
    );
    expect(row?.token_hash).toEqual(cookieHash(signedIn.session.cookie));
    expect(signedIn.session.cookie).toMatch(/^[\w-]{43}$/);
    expect(row?.all).not.toContain(signedIn.session.cookie);
  });

  it('rejects credentials of different sessions, and an invalid one beside a valid one', async () => {
    const other = await world.signIn();
    const refused = [
      { token: signedIn.token, cookie: other.session.cookie },
      { token: other.token, cookie: signedIn.session.cookie },
      { token: signedIn.token, cookie: 'planted' },
      { token: 'not.a.token', cookie: signedIn.session.cookie },
      { cookie: `${signedIn.session.cookie}=` },
      { cookie: '' },
      { token: '' },
      {},
    ];
    for (const credentials of refused) expect(await by(credentials)).toBeNull();
  });

  it.each([
    ['revoked', 'revoked_at = clock_timestamp()'],
    [
      'past its absolute expiry',
      `idle_expires_at = now() - interval '1 s', expires_at = now() - interval '1 ms'`,
    ],
    ['past its idle expiry', `idle_expires_at = clock_timestamp() - interval '1 ms'`],
  ])('rejects both credentials of a session that is %s', async (_, assignment) => {
    signedIn = await world.signIn();
    expect(await by({ token: signedIn.token })).not.toBeNull();
    await change(assignment);
    expect(await by({ token: signedIn.token })).toBeNull();
    expect(await by({ cookie: signedIn.session.cookie })).toBeNull();
    signedIn = await world.signIn();
  });

  describe('in a process that has not seen the session', () => {
    const admitted = async (credentials: SessionCredentials, calls = 30) => {
      const fresh = await world.another();
      const statements = jest.spyOn(pg.Client.prototype, 'query');
      const admissions: string[] = [];
      const callers = await Promise.all(
        Array.from({ length: calls }, () =>
          fresh.module.get(Authentication).authenticate(credentials, (userId) => admissions.push(userId)),
        ),
      );
      const sent = statements.mock.calls.length;
      statements.mockRestore();
      await fresh.close({ drop: false });
      return { callers: callers.filter((caller) => caller !== null).length, admissions, sent };
    };

    it('admits each call of a valid session as its user', async () => {
      const { token, session, user } = await world.signIn();
      for (const credentials of [{ token }, { cookie: session.cookie }, { token, cookie: session.cookie }]) {
        const { callers, admissions } = await admitted(credentials);
        expect([callers, new Set(admissions), admissions.length]).toEqual([30, new Set([user.id]), 30]);
      }
    });

    it('looks up concurrent calls of ended sessions and expired tokens together, and admits none', async () => {
      const brief = await world.another({ jwt: { ...authOptions().jwt, tokenTtlSeconds: 1 } });
      const [expired, ended] = [await brief.signIn(), await world.signIn()];
      await world.module.get(Sessions).logout(await world.again(ended));
      await world.database.query('SELECT pg_sleep(1.1)');
      const made = randomBytes(32).toString('base64url');
      for (const credentials of [{ token: expired.token }, { token: ended.token }, { cookie: made }]) {
        const { callers, admissions, sent } = await admitted(credentials);
        expect([callers, admissions]).toEqual([0, []]);
        expect(sent).toBeLessThan(15);
      }
      await brief.close({ drop: false });
    });
  });

  it('admits a call of a known session before it is looked up, and forgets an ended one', async () => {
    const login = await world.signIn();
    const { token } = login;
    const outcome = (admit: (userId: string) => void) =>
      authentication.authenticate({ token }, admit).catch((error: Error) => error.message);
    await by({ token });
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    const tooMany = (): never => {
      throw new Error('too many');
    };
    expect([await outcome(tooMany), statements.mock.calls.length]).toEqual(['too many', 0]);
    statements.mockRestore();
    await world.module.get(Sessions).logout(await world.again(login));
    const admissions: string[] = [];
    for (let n = 0; n < 2; n += 1) expect(await outcome((userId) => void admissions.push(userId))).toBeNull();
    expect(admissions).toHaveLength(1);
  });

  it('rejects sessions of a disabled user, even when not revoked', async () => {
    const { id, email, password } = await world.account();
    const login = await world.signIn(email, password);
    await world.database.query('UPDATE users SET disabled = true WHERE id = $1', [id]);
    expect(await world.authenticate(login)).toBeNull();
  });

  it("expires the token before its session at the end of the token's lifetime", async () => {
    const brief = await world.another({ jwt: { ...authOptions().jwt, tokenTtlSeconds: 1 } });
    const { token, session } = await brief.signIn();
    await world.database.query('SELECT pg_sleep(1.1)');
    expect(await by({ token })).toBeNull();
    expect(await by({ cookie: session.cookie })).not.toBeNull();
    await brief.close({ drop: false });
  });

  it('never issues a token valid longer than its session', async () => {
    const world2 = await world.another({ session: { absoluteSeconds: 60, idleSeconds: 30 } });
    const { session, tokenExpiresAt } = await world2.signIn();
    expect(tokenExpiresAt.getTime()).toBeLessThanOrEqual(session.expiresAt.getTime());
    await world2.close({ drop: false });
  });

  it('rejects the session in every process after a logout, which is audited once', async () => {
    const elsewhere = await world.another();
    const leaving = await world.signIn();
    const caller = await elsewhere.again(leaving);
    const sessions = elsewhere.module.get(Sessions);
    await Promise.all([sessions.logout(caller), sessions.logout(caller)]);
    expect(await by({ token: leaving.token })).toBeNull();
    expect(await by({ cookie: leaving.session.cookie })).toBeNull();
    const events = await world.database.query(
      `SELECT action FROM audit_events WHERE resource = $1 ORDER BY action`,
      [`session:${leaving.session.id}`],
    );
    expect(events).toEqual([{ action: 'BREAK_GLASS_LOGIN' }, { action: 'auth.logout' }]);
    await elsewhere.close({ drop: false });
  });

  it('lets an administrator end all sessions of a user, with an event each', async () => {
    const { id, email, password } = await world.account();
    const [first, second] = [await world.signIn(email, password), await world.signIn(email, password)];
    await world.module.get(UserAdministration).revokeSessions(await world.caller(), id);
    expect([await world.authenticate(first), await world.authenticate(second)]).toEqual([null, null]);
    const events = await world.database.query(
      `SELECT metadata FROM audit_events WHERE action = 'auth.session.revoked' AND metadata->>'user_id' = $1`,
      [id],
    );
    expect(events).toEqual(Array.from({ length: 2 }, () => ({ metadata: { user_id: id, reason: 'admin' } })));
  });

  it('ignores a revoked grant from the next request on', async () => {
    const { id, email, password } = await world.account();
    const login = await world.signIn(email, password);
    await world.database.query(
      `INSERT INTO user_roles (id, user_id, role_id, granted_by)
        SELECT gen_random_uuid(), $1, id, 'spec' FROM roles WHERE name = 'approver'`,
      [id],
    );
    expect((await world.again(login)).grants).toHaveLength(2);
    await world.database.query('DELETE FROM user_roles WHERE user_id = $1', [id]);
    expect((await world.again(login)).grants).toEqual([]);
  });

  describe('Idle expiry', () => {
    const idleLeft = async () => {
      const [row] = await world.database.query<{ idle: number; tuple: string }>(
        `SELECT extract(epoch FROM idle_expires_at - clock_timestamp())::float8 AS idle, xmin::text AS tuple
          FROM sessions WHERE id = $1`,
        [signedIn.session.id],
      );
      return row!;
    };

    it('is not updated by a request soon after another', async () => {
      await change(`idle_expires_at = clock_timestamp() + interval '1790 s'`);
      const { tuple } = await idleLeft();
      await by({ token: signedIn.token });
      expect((await idleLeft()).tuple).toBe(tuple);
    });

    it('is extended when that adds at least 15 seconds', async () => {
      await change(`idle_expires_at = clock_timestamp() + interval '1785 s'`);
      await Promise.all(Array.from({ length: 16 }, () => by({ token: signedIn.token })));
      expect((await idleLeft()).idle).toBeGreaterThan(1790);
    });

    it('is not extended by background requests, even at the end of the session', async () => {
      for (const left of ['1700 s', '10 s']) {
        await change(`idle_expires_at = clock_timestamp() + interval '${left}'`);
        const { tuple } = await idleLeft();
        const { token } = signedIn;
        expect(await by({ token, background: true })).toMatchObject({ userId: signedIn.user.id });
        expect((await idleLeft()).tuple).toBe(tuple);
      }
      await by({ cookie: signedIn.session.cookie });
      expect((await idleLeft()).idle).toBeGreaterThan(1790);
    });

    it('never exceeds the absolute expiry', async () => {
      await change(
        `expires_at = clock_timestamp() + interval '100 s', idle_expires_at = clock_timestamp() + interval '5 s'`,
      );
      await by({ token: signedIn.token });
      const [row] = await world.database.query<{ same: boolean }>(
        'SELECT idle_expires_at = expires_at AS same FROM sessions WHERE id = $1',
        [signedIn.session.id],
      );
      expect(row?.same).toBe(true);
      signedIn = await world.signIn();
    });
  });

  describe('Freshness', () => {
    const fragment = async () => {
      const [row] = await world.database.query<{ fresh: boolean }>(
        `SELECT ${freshSessionSql('$1', '$2')} AS fresh`,
        [signedIn.session.id, 900],
      );
      return row?.fresh;
    };

    it.each([
      [899, true],
      [901, false],
    ])(
      'of a step-up %d seconds ago is %p, for the guard and for the consuming statement',
      async (age, fresh) => {
        await change(`last_mfa_at = clock_timestamp() - interval '${age} s'`);
        expect((await by({ token: signedIn.token }))?.mfaFresh).toBe(fresh);
        expect(await fragment()).toBe(fresh);
      },
    );

    it('ends with the session', async () => {
      await change('last_mfa_at = clock_timestamp()');
      expect(await fragment()).toBe(true);
      await change('revoked_at = clock_timestamp()');
      expect(await fragment()).toBe(false);
    });
  });
});
