import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT_ID, type Tamper } from './identity-provider.js';
import { FAILED, OidcWorld } from './oidc-world.js';

let world: OidcWorld;

beforeAll(async () => {
  world = await OidcWorld.open();
}, 60_000);
afterEach(() => world.provider.tampers.clear());
afterAll(() => world?.close());

const now = () => Math.floor(Date.now() / 1000);
const withClaims =
  (changes: Record<string, unknown>): Tamper =>
  ({ header, claims }, provider) =>
    provider.signed(header, { ...claims, ...changes });

const REFUSED: [string, Tamper][] = [
  ['of another issuer', withClaims({ iss: 'https://other.test' })],
  ['for another audience', withClaims({ aud: 'another-client' })],
  ['for several audiences without azp', withClaims({ aud: [CLIENT_ID, 'another-client'] })],
  ['with the azp of another client', withClaims({ azp: 'another-client' })],
  ['for several audiences with another azp', withClaims({ aud: [CLIENT_ID, 'x'], azp: 'x' })],
  ['that is over', withClaims({ exp: now() - 60 })],
  ['without exp', withClaims({ exp: undefined })],
  ['issued long ago', withClaims({ iat: now() - 3600 })],
  ['issued in the future', withClaims({ iat: now() + 600 })],
  ['without iat', withClaims({ iat: undefined })],
  ['of an authentication longer ago than a session may be', withClaims({ auth_time: now() - 28_800 - 90 })],
  ['of an authentication in 1970', withClaims({ auth_time: 0 })],
  ['of an authentication still to come', withClaims({ auth_time: now() + 600 })],
  ['with an auth_time that is no number', withClaims({ auth_time: 'now' })],
  ['of another nonce', withClaims({ nonce: 'another' })],
  ['without nonce', withClaims({ nonce: undefined })],
  ['without sub', withClaims({ sub: undefined })],
  ['with a sub that is no text', withClaims({ sub: 7 })],
  ['with a sub that no provider may give', withClaims({ sub: 'a\u0000b' })],
  ['without a signature', ({ header, claims }, provider) => provider.unsigned(header, claims)],
  [
    'signed with the client secret',
    ({ header, claims }, provider) => provider.signedWithSecret(header, claims),
  ],
  [
    'of a key that is not known',
    ({ header, claims }, provider) => provider.signed({ ...header, kid: 'x' }, claims),
  ],
  [
    'of another key under a known name',
    ({ header, claims }, provider) =>
      provider.signed(header, claims, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  ],
  [
    'that brings its own key',
    ({ header, claims }, provider) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const jwk = publicKey.export({ format: 'jwk' });
      return provider.signed({ ...header, kid: undefined, jwk }, claims, privateKey);
    },
  ],
  [
    'with other claims than were signed',
    ({ header, claims }, provider) => {
      const [head, , signature] = provider.signed(header, claims).split('.');
      const body = Buffer.from(JSON.stringify({ ...claims, email: 'boss@example.test' })).toString(
        'base64url',
      );
      return `${head}.${body}.${signature}`;
    },
  ],
  [
    'with a critical header',
    ({ header, claims }, provider) => provider.signed({ ...header, crit: ['x'], x: 1 }, claims),
  ],
];

describe('an ID token', () => {
  it('changed and signed again by the provider is accepted, so that the refusals below are meaningful', async () => {
    const sub = world.person();
    world.provider.tampers.set(sub, withClaims({ name: 'Changed', azp: CLIENT_ID }));
    const browser = world.browser(sub);
    expect(await world.signIn(browser)).toBe('/');
    expect((await world.me(browser)).body.display_name).toBe('Changed');
  });

  it.each(REFUSED)('%s is refused', async (_, tamper) => {
    const sub = world.person();
    world.provider.tampers.set(sub, tamper);
    const browser = world.browser(sub);
    const sessions = await world.sessionCount();
    expect(await world.signIn(browser)).toBe('/?error=sign_in_failed');
    expect(browser.cookie('svc_session')).toBeUndefined();
    expect(await world.sessionCount()).toBe(sessions);
    expect(await world.lastRefusal()).toMatchObject({
      error_kind: 'token_invalid',
      detail: expect.any(String),
    });
    expect(await world.query('SELECT 1 FROM users WHERE oidc_subject = $1', [sub])).toEqual([]);
  });
});

describe('a provider that announces weak algorithms', () => {
  it.each([
    ['without a signature', REFUSED.find(([name]) => name === 'without a signature')![1]],
    ['with the client secret', REFUSED.find(([name]) => name === 'signed with the client secret')![1]],
  ])('is not believed: %s', async (_, tamper) => {
    world.provider.metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] };
    // A process that has not asked the provider yet reads what it says now.
    const api = await world.stack.addApi();
    const sub = world.person();
    world.provider.tampers.set(sub, tamper);
    const browser = world.browserAt(api.url, sub);
    expect(await world.signIn(browser)).toMatch(FAILED);
    world.provider.tampers.clear();
    expect(await world.signIn(browser)).toBe('/');
  });
});

describe('a provider that fails during a sign-in', () => {
  it('fails that sign-in and no other', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser);
    world.provider.stop();
    expect(await world.callBack(browser, callback)).toBe('/?error=sign_in_failed');
    expect(await world.lastRefusal()).toMatchObject({ error_kind: 'provider_unavailable' });
    world.startProvider();
    expect(await world.signIn(browser)).toBe('/');
  });

  it('keeps the flow in a process that has never reached it', async () => {
    const api = await world.stack.addApi();
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser);
    world.provider.stop();
    const elsewhere = world.browserAt(api.url, browser.login);
    elsewhere.setCookie('svc_oidc', browser.cookie('svc_oidc')!);
    expect((await elsewhere.visit(callback)).status).toBe(503);
    world.startProvider();
    // The provider forgot its codes with the restart: the refusal comes from it, so the flow was still there.
    await world.callBack(elsewhere, callback);
    expect(await world.lastRefusal()).toEqual({ error_kind: 'provider_refused', detail: 'invalid_grant' });
  });
});

describe('the cache', () => {
  it('stores flows encrypted', async () => {
    const browser = world.browser(world.person());
    const callback = new URL(await world.toCallback(browser));
    const contents = await world.cacheContents('oidc.flow:');
    expect(contents.length).toBeGreaterThan(0);
    for (const { key, value } of contents) {
      for (const secret of [callback.searchParams.get('state')!, browser.cookie('svc_oidc')!, 'verifier'])
        expect(`${key} ${value}`).not.toContain(secret);
    }
  });

  it('when unavailable, answers 503 at both ends of a sign-in', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser);
    await world.stack.cache.stop();
    for (const address of [callback, callback.replace(/callback.*/, 'start')]) {
      const answer = await browser.visit(address);
      expect([answer.status, JSON.parse(answer.body).error_code]).toEqual([503, 'dependency_unavailable']);
    }
  });
});
