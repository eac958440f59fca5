import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/test-stack.js';
import type { Browser } from './browser.js';
import { OidcWorld } from './oidc-world.js';

let world: OidcWorld;

beforeAll(async () => {
  world = await OidcWorld.open({
    env: {
      SVC_BOOTSTRAP_ADMIN_EMAIL: '',
      SVC_BOOTSTRAP_ADMIN_PASSWORD: '',
      SVC_OIDC_GROUP_MAP: JSON.stringify({ admins: 'admin' }),
      SVC_REQUIRE_MFA_AT_LOGIN: 'true',
    },
  });
}, 180_000);
afterAll(() => world?.close());

async function administrator(amr: string[]): Promise<Browser> {
  const browser = world.browser(world.person({ claims: { groups: ['admins'] }, amr }));
  await world.signIn(browser);
  return browser;
}

/** Returns a call as the console makes it, with the cookie alone. */
const post = (browser: Browser, path: string, body: object): Promise<Answer> =>
  new TestClient(world.stack.apis[1]!.url).post(path, body, {
    headers: { cookie: `svc_session=${browser.cookie('svc_session')}` },
  });
const code = (answer: Answer) => [answer.status, answer.body?.error_code];

describe('without any local account', () => {
  it('local sign-in always fails with invalid credentials', async () => {
    const login = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
    const answer = await new TestClient(world.stack.apis[0]!.url).post('/auth/login', login);
    expect(code(answer)).toEqual([401, 'invalid_credentials']);
    const [row] = await world.query<{ kind: string }>(
      `SELECT metadata->>'error_kind' AS kind FROM audit_events WHERE action = 'auth.login'`,
    );
    expect(row).toEqual({ kind: 'user_not_found' });
  });

  it('no administrator can create a local account (D88)', async () => {
    const account = { email: 'somebody@example.test', password: canary('password') };
    const answer = await post(await administrator(['mfa']), '/users', account);
    expect(code(answer)).toEqual([409, 'local_sign_in_unavailable']);
    expect(await world.query(`SELECT 1 FROM users WHERE kind = 'local'`)).toEqual([]);
  });
});

describe('where MFA is required at sign-in', () => {
  it('a strong factor at the provider opens the session, and a weak one does not', async () => {
    const [strong, weak] = [await administrator(['otp']), await administrator(['pwd'])];
    expect((await world.call(strong, 'GET', '/projects')).status).toBe(200);
    expect(code(await world.call(weak, 'GET', '/projects'))).toEqual([412, 'mfa_enrollment_required']);
    expect((await world.me(weak)).status).toBe(200);
  });

  it('the step-up opens Tier 1 for the session, and Tier 2 while it is fresh', async () => {
    const browser = await administrator(['otp']);
    const { session } = (await world.me(browser)).body;
    await world.query(`UPDATE sessions SET last_mfa_at = last_mfa_at - interval '2 h' WHERE id = $1`, [
      session.id,
    ]);
    expect((await world.call(browser, 'GET', '/projects')).status).toBe(200);
    const account = { email: 'somebody@example.test', password: canary('password') };
    expect(code(await post(browser, '/users', account))).toEqual([412, 'mfa_enrollment_required']);
  });
});
