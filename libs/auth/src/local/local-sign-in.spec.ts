import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UserAdministration } from '#libs/users';
import { ADMIN_EMAIL, ADMIN_PASSWORD, AuthWorld } from '../testing/auth-world.js';
import { BootstrapAdministrator } from './bootstrap-administrator.service.js';
import { LocalSignIn } from './local-sign-in.service.js';

const REFUSAL = { code: 'invalid_credentials', kind: 'unauthenticated' };
const ORIGIN = { ip: '192.0.2.7', userAgent: 'spec' };

describe('LocalSignIn', () => {
  let world: AuthWorld;
  beforeAll(async () => {
    world = await AuthWorld.fresh();
  });
  afterAll(() => world.close());

  const lastLogin = async () => {
    const [row] = await world.database.query<{
      status: string;
      metadata: Record<string, unknown>;
      actor: string;
    }>(
      `SELECT actor, status, metadata FROM audit_events WHERE action = 'auth.login' ORDER BY occurred_at DESC LIMIT 1`,
    );
    return row!;
  };

  it.each([
    ['case', 'ADMIN@Example.ORG'],
    ['blanks', '  admin@example.org\t'],
    ['Unicode compatibility forms', '\uff41dmin@example.org'],
  ])('finds the user by a variant of the e-mail in %s', async (_, email) => {
    const { user, session } = await world.signIn(email);
    expect(user.email).toBe(ADMIN_EMAIL);
    const [event] = await world.database.query(
      `SELECT actor, status, metadata FROM audit_events WHERE action = 'BREAK_GLASS_LOGIN' AND resource = $1`,
      [`session:${session.id}`],
    );
    expect(event).toEqual({
      actor: `user:${user.id}`,
      status: 'success',
      metadata: { severity: 'CRITICAL', session_id: session.id, ip: '192.0.2.1', user_agent: 'spec' },
    });
  });

  it('never sets a step-up, and creates a new session each time', async () => {
    const [first, second] = [await world.signIn(), await world.signIn()];
    expect(first.session.id).not.toBe(second.session.id);
    expect(first.session.cookie).not.toBe(second.session.cookie);
    expect((await world.again(second)).lastMfaAt).toBeNull();
  });

  it.each([
    ['no e-mail', { password: ADMIN_PASSWORD }, 'missing_fields'],
    ['no password', { email: ADMIN_EMAIL }, 'missing_fields'],
    ['an empty password', { email: ADMIN_EMAIL, password: '' }, 'missing_fields'],
    ['null for both', { email: null, password: null }, 'missing_fields'],
    ['an unknown e-mail', { email: 'nobody@example.org', password: ADMIN_PASSWORD }, 'user_not_found'],
    ['a wrong password', { email: ADMIN_EMAIL, password: 'wrong' }, 'wrong_password'],
    ['more than 72 bytes', { email: ADMIN_EMAIL, password: 'x'.repeat(100) }, 'wrong_password'],
  ])(
    'rejects %s with the same error as every failure, and audits the reason',
    async (_, credentials, kind) => {
      await expect(world.module.get(LocalSignIn).signIn(credentials, ORIGIN)).rejects.toMatchObject(REFUSAL);
      const { status, metadata } = await lastLogin();
      expect({ status, kind: metadata.error_kind }).toEqual({ status: 'denied', kind });
      expect(JSON.stringify(metadata)).not.toContain('nobody');
      await world.signIn();
    },
  );

  it('rejects a disabled user, whose sessions stay ended', async () => {
    const { id, email, password } = await world.account();
    const signedIn = await world.signIn(email, password);
    const admin = await world.caller();
    const administration = world.module.get(UserAdministration);
    await administration.setDisabled(admin, id, true);
    expect(await world.authenticate(signedIn)).toBeNull();
    await expect(world.signIn(email, password)).rejects.toMatchObject(REFUSAL);
    expect((await lastLogin()).metadata).toEqual({ error_kind: 'user_disabled' });
    await administration.setDisabled(admin, id, false);
    expect(await world.authenticate(signedIn)).toBeNull();
    await world.signIn(email, password);
    expect(await world.events(id)).toMatchObject({ 'user.disabled success': 1, 'user.enabled success': 1 });
  });

  it('locks the account once for 64 concurrent wrong passwords, in any variant of the e-mail', async () => {
    const { id, email, password } = await world.account();
    const other = await world.another();
    const attempts = Array.from({ length: 64 }, (_, index) =>
      (index % 2 ? world : other).signIn(index % 3 ? email : email.toUpperCase(), 'wrong').then(
        () => 'in',
        (error: { code: string }) => error.code,
      ),
    );
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['invalid_credentials']));
    await other.close({ drop: false });
    expect(await world.events(id)).toMatchObject({
      'auth.login denied': 64,
      'auth.lockout.applied denied': 1,
    });
    const counts = await world.database.query<{ count: number }>(
      `SELECT (metadata->>'failed_login_count')::int AS count FROM audit_events
        WHERE actor = $1 AND metadata->>'error_kind' = 'wrong_password' ORDER BY 1`,
      [`user:${id}`],
    );
    expect(counts.map((row) => row.count)).toEqual([1, 2, 3, 4, 5]);
    await lockedSurvivesTheCorrectPassword(id, email, password);
  });

  async function lockedSurvivesTheCorrectPassword(
    id: string,
    email: string,
    password: string,
  ): Promise<void> {
    const lockOf = async () =>
      world.database.query(
        'SELECT locked_until, failed_login_count FROM local_credentials WHERE user_id = $1',
        [id],
      );
    const before = await lockOf();
    const refusals = await Promise.allSettled([world.signIn(email, password), world.signIn(email, 'wrong')]);
    const [right, wrong] = refusals.map((result) => (result as PromiseRejectedResult).reason as Error);
    expect({ ...right }).toEqual({ ...wrong });
    expect(right?.message).toBe(wrong?.message);
    expect(await lockOf()).toEqual(before);
    expect((await lastLogin()).metadata).toEqual({ error_kind: 'account_locked' });
  }

  it('resets the count to one after the lock and to zero after a success', async () => {
    const { id, email, password } = await world.account();
    const count = async () => {
      const [row] = await world.database.query<{ n: number; locked: boolean }>(
        'SELECT failed_login_count AS n, locked_until IS NOT NULL AS locked FROM local_credentials WHERE user_id = $1',
        [id],
      );
      return row;
    };
    await world.database.query(
      `UPDATE local_credentials SET failed_login_count = 5, locked_until = clock_timestamp() - interval '1 ms'
        WHERE user_id = $1`,
      [id],
    );
    await expect(world.signIn(email, 'wrong')).rejects.toMatchObject(REFUSAL);
    expect(await count()).toEqual({ n: 1, locked: false });
    await world.signIn(email, password);
    expect(await count()).toEqual({ n: 0, locked: false });
  });

  it('lets an administrator unlock an account, recorded even when it was not locked', async () => {
    const { id, email, password } = await world.account();
    await world.database.query(
      `UPDATE local_credentials SET failed_login_count = 5, locked_until = clock_timestamp() + interval '1 hour'
        WHERE user_id = $1`,
      [id],
    );
    await expect(world.signIn(email, password)).rejects.toMatchObject(REFUSAL);
    const admin = await world.caller();
    await world.module.get(UserAdministration).unlock(admin, id);
    await world.module.get(UserAdministration).unlock(admin, id);
    await world.signIn(email, password);
    expect((await world.events(id))['user.unlock success']).toBe(2);
  });
});

describe('BootstrapAdministrator', () => {
  it('creates one administrator when four processes boot concurrently', async () => {
    const first = await AuthWorld.fresh();
    await first.database.query('DELETE FROM users');
    const others = await Promise.all([first.another(), first.another(), first.another()]);
    const processes = [first, ...others];
    await Promise.all(
      processes.map((world) => world.module.get(BootstrapAdministrator).onApplicationBootstrap()),
    );
    await Promise.all(
      processes.map((world) => world.module.get(BootstrapAdministrator).onApplicationBootstrap()),
    );
    const users = await first.database.query<{ id: string; email: string }>('SELECT id, email FROM users');
    expect(users.map((user) => user.email)).toEqual([ADMIN_EMAIL]);
    const caller = await first.caller();
    expect(caller.grants).toContainEqual({ permission: 'user_role.edit', scope: {} });
    const grants = await first.database.query('SELECT granted_by FROM user_roles WHERE user_id = $1', [
      users[0]!.id,
    ]);
    expect(grants).toEqual([{ granted_by: 'system:bootstrap' }]);
    await Promise.all(others.map((world) => world.close({ drop: false })));
    await first.close();
  });

  it('ignores the configured e-mail when a local account exists', async () => {
    const world = await AuthWorld.fresh();
    await world.database.query(`UPDATE users SET email = 'old@example.org', email_key = 'old@example.org'`);
    await world.module.get(BootstrapAdministrator).onApplicationBootstrap();
    await expect(world.signIn()).rejects.toMatchObject(REFUSAL);
    await world.signIn('old@example.org');
    await world.close();
  });

  it('grants the configured user the role once they exist (D87)', async () => {
    const userId = '01900000-0000-7000-8000-00000000aaaa';
    const world = await AuthWorld.fresh({ userId });
    const grantedBy = () =>
      world.database.query('SELECT granted_by FROM user_roles WHERE user_id = $1', [userId]);
    expect(await grantedBy()).toEqual([]);
    await world.database.query(
      `INSERT INTO users (id, email, email_key, kind) VALUES ($1, 'o@example.org', 'o@example.org', 'oidc')`,
      [userId],
    );
    await world.module.get(BootstrapAdministrator).onApplicationBootstrap();
    await world.module.get(BootstrapAdministrator).onApplicationBootstrap();
    expect(await grantedBy()).toEqual([{ granted_by: 'system:bootstrap' }]);
    await world.close();
  });
});
