import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/test-stack.js';
import type { Browser } from './browser.js';
import { CLIENT_ID, type TestIdentityProvider } from './identity-provider.js';
import { OidcWorld } from './oidc-world.js';

let world: OidcWorld;

beforeAll(async () => {
  world = await OidcWorld.open();
}, 60_000);
afterAll(() => world?.close());

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const client = () => new TestClient(world.stack.apis[1]!.url);
const alive = async (browser: Browser) => (await world.me(browser)).status === 200;

async function signedIn(sub = world.person()): Promise<Browser> {
  const browser = world.browser(sub);
  await world.signIn(browser);
  return browser;
}

/** What the provider posts. */
const order = (form: Record<string, string> | string, headers = {}) =>
  client().call('POST', '/auth/oidc/backchannel', new URLSearchParams(form).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('logout by the user', () => {
  it('ends the session here, and returns the provider’s logout URL', async () => {
    const browser = await signedIn();
    const { id, session } = (await world.me(browser)).body;
    const answer = await world.call(browser, 'POST', '/auth/oidc/logout');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie().join()).toMatch(/svc_session=;/);
    expect(Object.keys(answer.body)).toEqual(['logout_url']);
    const url = new URL(answer.body.logout_url);
    expect(url.href.startsWith(`${world.provider.url}/session/end?`)).toBe(true);
    const hint = url.searchParams.get('id_token_hint')!;
    expect(JSON.parse(Buffer.from(hint.split('.')[1]!, 'base64url').toString()).sub).toBe(browser.login);
    expect(await alive(browser)).toBe(false);
    expect(
      await world.query('SELECT actor, action FROM audit_events WHERE resource = $1', [
        `session:${session.id}`,
      ]),
    ).toEqual([{ actor: `user:${id}`, action: 'auth.logout' }]);
    // The provider takes the hint: it asks the person, and does not complain.
    expect((await browser.visit(url.href)).status).toBe(200);
  });

  it('stores the ID token encrypted', async () => {
    const browser = await signedIn();
    const { session } = (await world.me(browser)).body;
    const [row] = await world.query('SELECT oidc_id_token_sealed AS sealed FROM sessions WHERE id = $1', [
      session.id,
    ]);
    expect(row!.sealed).toMatch(/^blob1\./);
    expect(row!.sealed).not.toContain(Buffer.from('{"alg"').toString('base64url').slice(0, 8));
  });

  it('without a session, or of a local one, returns no URL', async () => {
    const anonymous = await client().post('/auth/oidc/logout');
    expect([anonymous.status, anonymous.body]).toEqual([200, { logout_url: null }]);
    const local = await client().signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    expect((await local.post('/auth/oidc/logout')).body).toEqual({ logout_url: null });
    expect((await local.get('/users/me')).status).toBe(401);
  });

  it('is not started by another site', async () => {
    const browser = await signedIn();
    const cookie = `svc_session=${browser.cookie('svc_session')}`;
    const answer = await client().post(
      '/auth/oidc/logout',
      {},
      { headers: { cookie, origin: 'https://evil.test' } },
    );
    expect([answer.status, answer.body.error_code]).toEqual([403, 'cross_site_request_refused']);
    expect(await alive(browser)).toBe(true);
  });

  it('ends no session of another user than the page names', async () => {
    const browser = await signedIn();
    const { id } = (await world.me(browser)).body;
    const cookie = `svc_session=${browser.cookie('svc_session')}`;
    const logout = (user: string) =>
      client().post('/auth/oidc/logout', {}, { headers: { cookie, 'countersign-user': user } });
    const refused = await logout(randomUUID());
    expect([refused.status, refused.body.error_code]).toEqual([401, 'unauthenticated']);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await alive(browser)).toBe(true);
    expect((await logout(id)).status).toBe(200);
    expect(await alive(browser)).toBe(false);
  });

  it('is counted: 60 a minute from one address', async () => {
    const one = client();
    const answers = await Promise.all(Array.from({ length: 63 }, () => one.post('/auth/oidc/logout')));
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(3);
  });
});

describe('back-channel logout', () => {
  it('is sent by the provider when the session there ends', async () => {
    const sub = world.person();
    const [here, elsewhere] = [await signedIn(sub), await signedIn(sub)];
    const { logout_url } = (await world.call(elsewhere, 'POST', '/auth/oidc/logout')).body;
    // The session at the provider is that of the browser, whose confirmation form holds a secret.
    const form = (await elsewhere.visit(logout_url)).body;
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)![1]!;
    await elsewhere.visit(`${world.provider.url}/session/end/confirm`, {
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
      },
    });
    expect(await alive(here)).toBe(false);
  });

  it('ends every session of a subject, and no other', async () => {
    const sub = world.person();
    const [first, second, other] = [await signedIn(sub), await signedIn(sub), await signedIn()];
    const { id } = (await world.me(first)).body;
    const answer = await order({ logout_token: world.provider.logoutToken({ sub }), unknown: 'ignored' });
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([await alive(first), await alive(second), await alive(other)]).toEqual([false, false, true]);
    const events = await world.query(
      `SELECT actor, metadata FROM audit_events WHERE action = 'auth.session.revoked' AND metadata->>'user_id' = $1`,
      [id],
    );
    expect(events).toEqual(
      Array(2).fill({ actor: 'system:oidc', metadata: { user_id: id, reason: 'backchannel_logout' } }),
    );
    // They may come back.
    await world.signIn(first);
    expect(await alive(first)).toBe(true);
  });

  it('with only a sid ends that session', async () => {
    const sub = world.person();
    const [first, second] = [await signedIn(sub), await signedIn(sub)];
    const { session } = (await world.me(first)).body;
    const [row] = await world.query('SELECT oidc_sid AS sid FROM sessions WHERE id = $1', [session.id]);
    expect((await order({ logout_token: world.provider.logoutToken({ sid: row!.sid }) })).status).toBe(200);
    expect([await alive(first), await alive(second)]).toEqual([false, true]);
  });

  it('with a sid ends the command line that was signed in from that session, too', async () => {
    const browser = await signedIn();
    const { session } = (await world.me(browser)).body;
    const line = client();
    // The challenge and its verifier of RFC 7636 Appendix B.
    const begun = await line.post('/auth/cli/start', {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      redirect_uri: 'http://127.0.0.1:41234/',
      state: 'the-state-of-a-line',
      client: { host: 'laptop', user: 'ada', version: '0.1.0' },
    });
    const { request_id } = begun.body;
    const headers = { cookie: `svc_session=${browser.cookie('svc_session')}` };
    const allowed = await client().post('/auth/cli/allow', { request_id }, { headers });
    const code = new URL(allowed.body.redirect).searchParams.get('code');
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    line.token = (await line.post('/auth/cli/token', { request_id, code, code_verifier })).body.token;
    expect((await line.get('/users/me')).body.session.id).not.toBe(session.id);
    const [row] = await world.query('SELECT oidc_sid AS sid FROM sessions WHERE id = $1', [session.id]);
    expect((await order({ logout_token: world.provider.logoutToken({ sid: row!.sid }) })).status).toBe(200);
    expect([await alive(browser), (await line.get('/users/me')).status]).toEqual([false, 401]);
  });

  it('with a sid ends the session of a command line that is just being signed in, too', async () => {
    const browser = await signedIn();
    const { session } = (await world.me(browser)).body;
    const [row] = await world.query('SELECT oidc_sid AS sid FROM sessions WHERE id = $1', [session.id]);
    const logout = await withClient(world.stack.databaseUrl, async (database) => {
      // What a command line's sign-in does until it commits.
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM sessions WHERE id = $1 FOR SHARE', [session.id]);
      const copy = `INSERT INTO sessions (id, user_id, token_hash, expires_at, idle_expires_at, oidc_sid)
        SELECT $2, user_id, $3, expires_at, idle_expires_at, oidc_sid FROM sessions WHERE id = $1`;
      await database.query(copy, [session.id, randomUUID(), randomBytes(32)]);
      const logout = order({ logout_token: world.provider.logoutToken({ sid: row!.sid }) });
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await eventually(async () => (await world.query(waiting)).length > 0, 'the logout waits');
      await database.query('COMMIT');
      return logout;
    });
    expect(logout.status).toBe(200);
    const active = 'SELECT id FROM sessions WHERE oidc_sid = $1 AND revoked_at IS NULL';
    expect(await world.query(active, [row!.sid])).toEqual([]);
  });

  it('of an unknown subject succeeds', async () => {
    for (const claims of [{ sub: 'stranger' }, { sid: 'no-such-session' }])
      expect((await order({ logout_token: world.provider.logoutToken(claims) })).status).toBe(200);
  });

  it.each(['logout+jwt', 'LOGOUT+JWT', 'application/logout+jwt', 'JWT', undefined])(
    'may be of the type %j',
    async (typ) => {
      const browser = await signedIn();
      const logout_token = world.provider.logoutToken({ sub: browser.login }, { typ });
      expect((await order({ logout_token })).status).toBe(200);
      expect(await alive(browser)).toBe(false);
    },
  );

  it('counts once, also in 16 copies over two processes', async () => {
    const browser = await signedIn();
    const logout_token = world.provider.logoutToken({ sub: browser.login });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        new TestClient(world.stack.apis[index % 2]!.url).call(
          'POST',
          '/auth/oidc/backchannel',
          new URLSearchParams({ logout_token }).toString(),
          { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        ),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(15).fill(400)]);
  });

  type Forge = (provider: TestIdentityProvider, sub: string) => string;
  const claims =
    (changes: Record<string, unknown>): Forge =>
    (provider, sub) =>
      provider.logoutToken({ sub, ...changes });
  const header =
    (changes: Record<string, unknown>): Forge =>
    (provider, sub) =>
      provider.logoutToken({ sub }, changes);
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, Forge]>([
    ['of another type', header({ typ: 'at+jwt' })],
    ['of a type that is no text', header({ typ: 7 })],
    ['of another issuer', claims({ iss: 'https://other.test' })],
    ['for another audience', claims({ aud: 'another-client' })],
    ['without an audience', claims({ aud: undefined })],
    ['without iat', claims({ iat: undefined })],
    ['of long ago', claims({ iat: now() - 3600 })],
    ['of the future', claims({ iat: now() + 600, exp: now() + 900 })],
    ['that is over', claims({ exp: now() - 60 })],
    ['without exp', claims({ exp: undefined })],
    ['without jti', claims({ jti: undefined })],
    ['with an empty jti', claims({ jti: '' })],
    ['with a nonce', claims({ nonce: 'a nonce' })],
    ['with a nonce that is null', claims({ nonce: null })],
    ['without events', claims({ events: undefined })],
    ['with another event', claims({ events: { 'https://other.test/event': {} } })],
    ['with an event that is no object', claims({ events: { [EVENT]: true } })],
    ['with an event that is a list', claims({ events: { [EVENT]: [] } })],
    ['with events in a list', claims({ events: [EVENT] })],
    ['without sub and sid', claims({ sub: undefined })],
    ['with a sub that is no text', claims({ sub: 7 })],
    ['with a sid that is no text', claims({ sid: {} })],
    ['of a key that is not known', header({ kid: 'other' })],
    ['with a critical header', header({ crit: ['x'], x: 1 })],
    [
      'of another key under a known name',
      (provider, sub) =>
        provider.signed(
          { typ: 'logout+jwt' },
          provider.logoutClaims({ sub }),
          generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
        ),
    ],
    ['without a signature', (provider, sub) => provider.unsigned({}, provider.logoutClaims({ sub }))],
    [
      'signed with the client secret',
      (provider, sub) => provider.signedWithSecret({}, provider.logoutClaims({ sub })),
    ],
    [
      'that is an ID token',
      (provider, sub) =>
        provider.signed(
          { typ: 'JWT' },
          {
            iss: provider.url,
            aud: CLIENT_ID,
            sub,
            iat: now(),
            exp: now() + 600,
            nonce: 'n',
            jti: 'id-token',
          },
        ),
    ],
    ['that is no token', () => 'a.b.c'],
    ['that is nothing', () => ''],
  ])('is refused in a token %s', async (_, forge) => {
    const browser = await signedIn();
    const answer = await order({ logout_token: forge(world.provider, browser.login) });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await alive(browser)).toBe(true);
  });

  it('is refused in another form than the standard’s', async () => {
    const browser = await signedIn();
    const logout_token = world.provider.logoutToken({ sub: browser.login });
    expect((await order({})).status).toBe(400);
    expect((await order(`logout_token=${logout_token}&logout_token=${logout_token}`)).status).toBe(400);
    expect((await client().post('/auth/oidc/backchannel', { logout_token })).status).toBe(415);
    expect((await order({ logout_token }, { origin: 'https://evil.test' })).status).toBe(403);
    expect(await alive(browser)).toBe(true);
  });

  it('is counted: 60 a minute from one address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const answers = await Promise.all(Array.from({ length: 63 }, () => order({}, headers)));
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(3);
  });

  it('that failed may be sent again', async () => {
    const browser = await signedIn();
    const logout_token = world.provider.logoutToken({ sub: browser.login });
    await world.query('ALTER TABLE sessions RENAME COLUMN revoked_reason TO away');
    try {
      expect((await order({ logout_token })).status).toBe(500);
    } finally {
      await world.query('ALTER TABLE sessions RENAME COLUMN away TO revoked_reason');
    }
    expect((await order({ logout_token })).status).toBe(200);
    expect(await alive(browser)).toBe(false);
  });
});
