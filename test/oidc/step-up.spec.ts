import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestClient } from '../support/client.js';
import { createServiceRole } from '../support/test-database.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/test-stack.js';
import type { Browser } from './browser.js';
import { OidcWorld } from './oidc-world.js';

let world: OidcWorld;

beforeAll(async () => {
  world = await OidcWorld.open();
}, 60_000);
afterAll(() => world?.close());

const HOUR = 3600;
const now = () => Math.floor(Date.now() / 1000);
const session = async (browser: Browser) => (await world.me(browser)).body.session;
const fresh = async (browser: Browser) => (await world.me(browser)).body.mfa.fresh_until !== null;
const secondsAgo = async (browser: Browser) =>
  (Date.now() - Date.parse((await session(browser)).last_mfa_at)) / 1000;

/** From now on the ID tokens of that person hold other claims. */
function says(sub: string, changes: Record<string, unknown>): void {
  world.provider.tampers.set(sub, ({ header, claims }, provider) =>
    provider.signed(header, { ...claims, ...changes }),
  );
}

async function signedIn(person: Parameters<OidcWorld['person']>[0]): Promise<Browser> {
  const browser = world.browser(world.person(person));
  await world.signIn(browser);
  return browser;
}

describe('an amr that is trusted', () => {
  it.each(['mfa', 'otp', 'hwk', 'fido', 'swk', 'sc', 'pop', 'eye', 'fpt', 'retina'])(
    'stamps the session when it holds %s',
    async (value) => {
      const browser = await signedIn({ amr: ['pwd', value] });
      expect(await fresh(browser)).toBe(true);
      const me = await world.me(browser);
      expect(await world.audited(me.body.id, 'auth.oidc.callback')).toMatchObject([
        { metadata: { amr: ['pwd', value], mfa_stamped: true } },
      ]);
    },
  );

  it.each([[['pwd']], [['kba', 'pwd']], [['MFA']], [[]], [undefined]])('does not for %j', async (amr) => {
    const browser = await signedIn({ amr });
    expect((await session(browser)).last_mfa_at).toBeNull();
  });

  it.each([['mfa'], [['mfa', 7]], [{ mfa: true }], [['mfa', 'a\u0000b']], [['mfa', 'x'.repeat(101)]]])(
    'does not for a claim that is %j',
    async (amr) => {
      const browser = await signedIn({ amr: amr as string[] });
      expect((await session(browser)).last_mfa_at).toBeNull();
    },
  );

  it('stamps the time of the authentication there: an old one is not fresh here', async () => {
    const browser = await signedIn({ amr: ['mfa'], authTime: now() - HOUR });
    expect(await fresh(browser)).toBe(false);
    expect(Math.abs((await secondsAgo(browser)) - HOUR)).toBeLessThan(60);
  });

  it('never stamps a future time, when the provider’s clock is ahead', async () => {
    const sub = world.person({ amr: ['mfa'] });
    says(sub, { auth_time: now() + 50 });
    const browser = world.browser(sub);
    await world.signIn(browser);
    expect(await secondsAgo(browser)).toBeGreaterThan(-5);
  });

  it('stamps the time of the callback when the token has none', async () => {
    const sub = world.person({ amr: ['mfa'], authTime: now() - HOUR });
    says(sub, { auth_time: undefined });
    const browser = world.browser(sub);
    await world.signIn(browser);
    expect(await fresh(browser)).toBe(true);
  });

  it('under the strict profile stamps only a time from the token, at sign-in and step-up (D95)', async () => {
    const api = await world.stack.addApi({
      SVC_SECURITY_PROFILE: 'strict',
      DATABASE_URL: await createServiceRole(world.stack.databaseUrl),
    });
    const silent = world.browserAt(api.url, world.person({ amr: ['mfa'] }));
    says(silent.login, { auth_time: undefined });
    for (const query of ['', '?step_up=true']) {
      expect(await world.signIn(silent, query)).toBe('/');
      const me = await world.me(silent);
      expect(me.body.session.last_mfa_at).toBeNull();
      expect((await world.audited(me.body.id, 'auth.oidc.callback')).at(-1)).toMatchObject({
        metadata: { amr: ['mfa'], mfa_stamped: false },
      });
    }
    world.provider.tampers.delete(silent.login);
    expect(await world.signIn(silent, '?step_up=true')).toBe('/');
    expect(await fresh(silent)).toBe(true);
  });

  it('is recorded and stamps nothing where it is not trusted, and max_age is not sent', async () => {
    const api = await world.stack.addApi({ SVC_OIDC_TRUSTED_AMR_MFA: 'false' });
    const browser = world.browserAt(api.url, world.person({ amr: ['mfa'] }));
    const started = await browser.visit('http://console.test/api/v1/auth/oidc/start');
    expect(new URL(started.headers.get('location')!).searchParams.has('max_age')).toBe(false);
    says(browser.login, { auth_time: 0 });
    await world.signIn(browser);
    const me = await world.me(browser);
    expect(me.body.session.last_mfa_at).toBeNull();
    expect(await world.audited(me.body.id, 'auth.oidc.callback')).toMatchObject([
      { metadata: { amr: ['mfa'], mfa_stamped: false } },
    ]);
  });
});

describe('a step-up at the provider', () => {
  const stepUp = (browser: Browser, path = '/vault') =>
    world.signIn(browser, `?step_up=true&return_to=${path}`);

  it('requests a fresh strong authentication, and refreshes the same session', async () => {
    const browser = await signedIn({ amr: ['mfa'], authTime: now() - HOUR });
    const [before, cookie] = [await session(browser), browser.cookie('svc_session')];
    const started = await browser.visit('http://console.test/api/v1/auth/oidc/start?step_up=true');
    const asked = new URL(started.headers.get('location')!).searchParams;
    expect([asked.get('max_age'), asked.get('acr_values')]).toEqual(['0', 'mfa']);
    world.provider.people.get(browser.login)!.authTime = undefined;
    expect(await stepUp(browser)).toBe('/vault');
    const after = await session(browser);
    expect([after.id, browser.cookie('svc_session')]).toEqual([before.id, cookie]);
    expect(await fresh(browser)).toBe(true);
    const me = await world.me(browser);
    expect((await world.audited(me.body.id, 'auth.oidc.callback')).at(-1)).toMatchObject({
      metadata: { account: 'step_up', mfa_stamped: true, session_id: before.id },
    });
  });

  it.each([
    ['answers from an old sign-on', () => now() - HOUR],
    ['answers with a time still to come', () => now() + HOUR],
  ])('that a provider %s fails and refreshes nothing', async (_, authTime) => {
    const browser = await signedIn({ amr: ['mfa'], authTime: now() - HOUR });
    const before = await session(browser);
    says(browser.login, { auth_time: authTime() });
    expect(await stepUp(browser)).toBe('/vault?error=sign_in_failed');
    expect(await world.lastRefusal()).toEqual({ error_kind: 'token_invalid', detail: 'auth_time' });
    expect(await session(browser)).toMatchObject({ id: before.id, last_mfa_at: before.last_mfa_at });
  });

  it('never makes a session less fresh than it was', async () => {
    const browser = await signedIn({ amr: ['mfa'] });
    const before = await session(browser);
    says(browser.login, { auth_time: now() - 30 });
    expect(await stepUp(browser)).toBe('/vault');
    expect((await session(browser)).last_mfa_at).toBe(before.last_mfa_at);
  });

  it('that returns as another subject stamps nothing and keeps the session', async () => {
    const browser = await signedIn({ amr: ['pwd'] });
    const [before, cookie] = [await session(browser), browser.cookie('svc_session')];
    const other = await signedIn({ amr: ['mfa'] });
    const othersBefore = (await session(other)).last_mfa_at;
    for (const login of [other.login, world.person({ amr: ['mfa'] })]) {
      browser.login = login;
      browser.forget(world.provider.url);
      expect(await stepUp(browser)).toBe('/vault?error=sign_in_failed');
      expect(await world.lastRefusal()).toEqual({ error_kind: 'subject_mismatch' });
    }
    expect(browser.cookie('svc_session')).toBe(cookie);
    expect(await session(browser)).toMatchObject({ id: before.id, last_mfa_at: null });
    expect((await session(other)).last_mfa_at).toBe(othersBefore);
    expect(await world.query('SELECT 1 FROM users WHERE oidc_subject = $1', [browser.login])).toEqual([]);
  });

  it('of a local session is another subject, whatever the e-mail', async () => {
    const local = await new TestClient(world.stack.apis[0]!.url).post('/auth/login', {
      email: ADMIN_EMAIL,
      password: ADMIN_PASSWORD,
    });
    const browser = world.browser(world.person({ amr: ['mfa'], claims: { email: ADMIN_EMAIL } }));
    browser.setCookie('svc_session', /svc_session=([^;]+)/.exec(local.headers.getSetCookie()[0]!)![1]!);
    expect(await stepUp(browser)).toBe('/vault?error=sign_in_failed');
    expect((await session(browser)).last_mfa_at).toBeNull();
  });

  it('of a session that ended meanwhile creates no new one', async () => {
    const browser = await signedIn({ amr: ['mfa'] });
    const callback = await world.toCallback(browser, '?step_up=true');
    expect((await world.call(browser, 'POST', '/auth/logout')).status).toBe(204);
    const sessions = await world.sessionCount();
    expect(await world.callBack(browser, callback)).toBe('/?error=sign_in_failed');
    expect(await world.lastRefusal()).toEqual({ error_kind: 'session_ended' });
    expect(await world.sessionCount()).toBe(sessions);
  });

  it('without a session is a sign-in', async () => {
    const browser = world.browser(world.person({ amr: ['mfa'] }));
    expect(await stepUp(browser)).toBe('/vault');
    expect(await fresh(browser)).toBe(true);
  });
});
