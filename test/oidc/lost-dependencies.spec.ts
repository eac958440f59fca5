import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TransitServer } from '../../libs/kms/src/testing/transit-server.js';
import { canary } from '../support/canary.js';
import { takeDatabaseAway } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import type { Browser, Visit } from './browser.js';
import { CALLBACK, OidcWorld } from './oidc-world.js';

const FROM_HERE = { 'sec-fetch-site': 'same-origin' };
let keys: TransitServer;
let world: OidcWorld;

beforeAll(async () => {
  keys = await TransitServer.start(canary('transit-token'), 'sealing');
  world = await OidcWorld.open({ env: keys.environment });
}, 60_000);
afterEach(() => {
  keys.forced = undefined;
  world.provider.beforeTokens = null;
});
afterAll(async () => {
  await world?.close();
  await keys?.stop();
});

const AWAY = { status: 503, body: { errors: ['sealed'] } };
const loseKeys = (): void => void (keys.forced = AWAY);

const come = (browser: Browser, callback: string): Promise<Visit> =>
  browser.visit(callback, { from: world.provider.url });

function expectUnavailable(answer: Visit): void {
  expect([answer.status, JSON.parse(answer.body).error_code]).toEqual([503, 'dependency_unavailable']);
  expect(answer.headers.getSetCookie()).toEqual([]);
}

/** Expects that nobody was signed in, and that no partial sign-in is left. */
async function expectNothing(browser: Browser): Promise<void> {
  expect(await world.query('SELECT 1 FROM users WHERE oidc_subject = $1', [browser.login])).toEqual([]);
  expect(browser.cookie('svc_session')).toBeUndefined();
}

/** Expects that this sign-in failed, and that the next one works. */
async function expectOverButHealed(browser: Browser, callback: string): Promise<void> {
  await expectNothing(browser);
  expect(await world.callBack(browser, callback)).toBe('/?error=sign_in_failed');
  expect(await world.lastRefusal()).toEqual({ error_kind: 'flow_unknown' });
  expect(await world.signIn(browser)).toBe('/');
  expect((await world.me(browser)).status).toBe(200);
}

/** Both processes reach the database again. */
const healed = (): Promise<boolean> =>
  eventually(async () => {
    const probes = await Promise.all(world.stack.apis.map((api) => fetch(`${api.url}/readyz`)));
    return probes.every((probe) => probe.status === 200);
  }, 'ready again');

describe('while the key service is unavailable', () => {
  it('no sign-in starts, and a callback finds its flow again afterwards', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser, '?return_to=/mine');
    loseKeys();
    expectUnavailable(await browser.visit(callback.replace(/callback.*/, 'start')));
    expectUnavailable(await come(browser, callback));
    await expectNothing(browser);
    keys.forced = undefined;
    expect(await world.callBack(browser, callback)).toBe('/mine');
    expect((await world.me(browser)).status).toBe(200);
  });

  it('after the code was redeemed, that sign-in fails', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser);
    world.provider.beforeTokens = async () => loseKeys();
    expectUnavailable(await come(browser, callback));
    [keys.forced, world.provider.beforeTokens] = [undefined, null];
    await expectOverButHealed(browser, callback);
  });

  it('logout works, without the provider’s logout URL', async () => {
    const browser = world.browser(world.person());
    await world.signIn(browser);
    loseKeys();
    const left = await browser.visit(CALLBACK.replace('callback', 'logout'), {
      init: { method: 'POST', headers: FROM_HERE },
    });
    expect([left.status, JSON.parse(left.body)]).toEqual([200, { logout_url: null }]);
    expect((await world.me(browser)).status).toBe(401);
  });
});

describe('while the database is unavailable', () => {
  it('no sign-in starts, and a callback finds flow and code unused afterwards', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser, '?return_to=/mine');
    const giveBack = await takeDatabaseAway(world.stack.databaseUrl);
    expectUnavailable(await browser.visit(callback.replace(/callback.*/, 'start')));
    expectUnavailable(await come(browser, callback));
    await giveBack();
    await healed();
    await expectNothing(browser);
    expect(await world.callBack(browser, callback)).toBe('/mine');
    expect((await world.me(browser)).status).toBe(200);
  });

  it('after the code was redeemed, nothing of the sign-in is written', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser);
    let giveBack = async (): Promise<void> => undefined;
    world.provider.beforeTokens = async () => {
      giveBack = await takeDatabaseAway(world.stack.databaseUrl);
    };
    expectUnavailable(await come(browser, callback));
    world.provider.beforeTokens = null;
    await giveBack();
    await healed();
    await expectOverButHealed(browser, callback);
  });

  it('a back-channel logout is not lost: the provider may send it again', async () => {
    const browser = world.browser(world.person());
    await world.signIn(browser);
    const form = new URLSearchParams({ logout_token: world.provider.logoutToken({ sub: browser.login }) });
    const order = (): Promise<Visit> =>
      browser.visit(CALLBACK.replace('callback', 'backchannel'), { init: { method: 'POST', body: form } });
    const giveBack = await takeDatabaseAway(world.stack.databaseUrl);
    expectUnavailable(await order());
    await giveBack();
    await healed();
    expect((await world.me(browser)).status).toBe(200);
    expect((await order()).status).toBe(200);
    expect((await world.me(browser)).status).toBe(401);
  });
});

describe('while the cache is unavailable', () => {
  it('a sign-in whose code was redeemed completes; nothing else works', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser);
    world.provider.beforeTokens = () => world.stack.cache.stop();
    expect(await world.callBack(browser, callback)).toBe('/');
    expect((await world.me(browser)).status).toBe(200);
  });
});

it('none of this was logged as an unhandled error', () => {
  for (const api of world.stack.apis) expect(api.output()).not.toContain('unhandled error');
});
