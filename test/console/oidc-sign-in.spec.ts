import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostname, userInfo } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { CommandLine } from '../cli/command-line.js';
import { OidcWorld } from '../oidc/oidc-world.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';
import { Keyboard, KEYBOARD, PHONE, POINTER } from './hands.js';
import { TOLD } from './told-faults.js';
import { openChromium, Walk, type WalkOptions } from './walk.js';

const CALLBACK = '/api/v1/auth/oidc/callback';
/** The two calls of a sign-in that the browser makes by going there. */
const LEAVES = /^GET \S+\/auth\/oidc\/start/;
const COMES_BACK = /^GET \S+\/auth\/oidc\/callback/;
const COMMENTS = /^POST \S+\/comments$/;
let origin: FaultyProxy;
let oidc: OidcWorld;
let world: World;
let browser: Browser;

beforeAll(async () => {
  origin = await FaultyProxy.listen();
  const env = { SVC_PUBLIC_URL: origin.url };
  [oidc, browser] = await Promise.all([OidcWorld.open({ apis: 1, up: false, env }), openChromium()]);
  const { url } = oidc.stack.apis[0]!;
  origin.passTo(url);
  oidc.provider.start(`${origin.url}${CALLBACK}`, `${url}/api/v1/auth/oidc/backchannel`);
  world = await buildWorld(oidc.stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await oidc?.close();
  await origin?.stop();
});

/** A person at the provider, who is signed in there already, and their way through the console. */
async function begin(path: string, options: WalkOptions = {}): Promise<Walk & { readonly sub: string }> {
  const sub = oidc.person({ claims: { groups: ['leads'] } });
  const walk = await Walk.begin(browser, origin.url, { ...options, alsoVisits: [oidc.provider.url] });
  await walk.context.setExtraHTTPHeaders({ 'x-login': sub });
  await walk.page.goto(path);
  return Object.assign(walk, { sub });
}

const wayIn = (page: Page) => page.getByRole('link', { name: /^Sign in with / });

/** Of everybody but those who made the world. */
async function endSessions(): Promise<void> {
  await oidc.query('UPDATE sessions SET revoked_at = now() WHERE user_id <> $1', [world.developer.userId]);
}

/** Loads again what the browser shows in place of the provider, or of the console on the way back. */
async function reloads(page: Page, leg: RegExp, shown: 'dependency_unavailable' | 'rate_limited') {
  origin.break(leg, shown === 'rate_limited' ? 'limited' : 'unavailable');
  await page.reload();
  await page.getByText(shown).waitFor();
}

/** Loads again from the browser's own page, which stands for an answer that got lost. */
async function leavesErrorPage(page: Page): Promise<void> {
  await page.waitForURL(/^chrome-error:/);
  await page.evaluate(() => (globalThis as any).location.reload());
}

describe.each([POINTER, KEYBOARD, PHONE])('a person of an identity provider, with $by', (telling) => {
  it('signs in and goes on after the session ended, despite every injected fault', async () => {
    const request = created(await world.developer.post('/requests/read', readBody(world)));
    const walk = await begin(`/requests/${request.id}`, { ...telling.size, losesAnswers: true });
    const { page, context } = walk;
    const hands = telling.handsOn(page);
    await wayIn(page).waitFor();
    await walk.checkAccess('sign-in with a provider');
    origin.break(LEAVES, 'unavailable');
    await hands.press(wayIn(page));
    await page.getByText('dependency_unavailable').waitFor();
    await reloads(page, LEAVES, 'rate_limited');
    origin.break(LEAVES, 'lost');
    await expect(page.reload()).rejects.toThrow('net::ERR_');
    origin.break(LEAVES, 'held');
    await leavesErrorPage(page);
    await origin.met();
    origin.mend();
    origin.break(COMES_BACK, 'unavailable');
    await page.getByText('dependency_unavailable').waitFor();
    await reloads(page, COMES_BACK, 'rate_limited');
    origin.break(COMES_BACK, 'held');
    const back = page.reload();
    await origin.met();
    origin.mend();
    await back;
    await page.getByRole('heading', { name: /requests to read user/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/requests/${request.id}`);

    const comment = page.getByLabel('Write a comment');
    const send = () => hands.press(page.getByRole('button', { name: 'Comment', exact: true }));
    await hands.press(page.getByRole('button', { name: 'Write a comment' }));
    await hands.type(comment, 'Which release needs it?');
    for (const fault of ['unavailable', 'limited'] as const) {
      origin.break(COMMENTS, fault);
      await send();
      await page.getByText(TOLD[fault]).first().waitFor();
      expect(await comment.inputValue()).toBe('Which release needs it?');
    }
    origin.break(COMMENTS, 'held');
    await send();
    await origin.met();
    await endSessions();
    origin.mend();
    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    await wayIn(page).waitFor();
    await walk.checkAccess('session ended, with a provider');
    const opened = context.waitForEvent('page');
    origin.break(COMES_BACK, 'lost');
    await hands.press(guard.getByRole('link', { name: /^Sign in with / }));
    const tab = await opened;
    await origin.met();
    await tab.waitForURL(/^chrome-error:/);
    origin.mend();
    // The service has used the code, whose answer nobody got.
    await leavesErrorPage(tab);
    await tab.getByText('Signing in did not work. Try again.').waitFor();
    origin.break(COMMENTS, 'lost');
    await telling.handsOn(tab).press(wayIn(tab));
    await guard.waitFor({ state: 'detached' });
    await page.getByText(TOLD.lost).first().waitFor();
    expect(await comment.inputValue()).toBe('Which release needs it?');
    origin.mend();
    await send();
    await page.getByRole('listitem').getByText('Which release needs it?').waitFor();
    const timeline = (await world.developer.get(`/requests/${request.id}/timeline`)).body;
    expect(timeline.filter(({ what }: any) => what === 'commented')).toMatchObject([
      { detail: { text: 'Which release needs it?' } },
    ]);
    await walk.end();
  }, 180_000);
});

describe('signing in through an identity provider', () => {
  it('works with only the keyboard, also if the sign-in methods load late or not at all, and after the session ended', async () => {
    const walk = await begin('/me', { losesAnswers: true });
    const { page, context } = walk;
    const hands = new Keyboard(page);
    const way = wayIn(page);
    // The answer is kept for a minute: only a browser that has never asked meets the fault.
    await way.waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    for (const fault of ['unavailable', 'limited', 'held', 'lost'] as const) {
      origin.break(/^GET \S+\/meta$/, fault);
      await page.reload({ waitUntil: 'commit' });
      await origin.met();
      origin.mend();
      await way.waitFor();
    }
    await hands.press(way);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await hands.press(page.getByRole('button', { name: 'Add an authenticator app' }));
    await hands.type(page.getByLabel('Name'), 'my phone');
    await endSessions();
    await page.keyboard.press('Enter');
    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    const opened = context.waitForEvent('page');
    await hands.press(guard.getByRole('link', { name: /^Sign in with / }));
    const tab = await opened;
    await guard.waitFor({ state: 'detached' });
    await page.getByLabel('Then enter the code that the app shows').waitFor();
    // The tab closes itself where the browser lets it.
    if (!tab.isClosed())
      await tab
        .getByText('You can close this tab.')
        .waitFor()
        .catch(() => undefined);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await walk.end();
  }, 120_000);

  it('reports an answer of the provider that the service refuses, on the page and in a tab of its own', async () => {
    const walk = await begin('/requests');
    const { page, context, sub } = walk;
    const { tampers } = oidc.provider;
    const refuse = (): void =>
      void tampers.set(sub, ({ header, claims }, provider) =>
        provider.signed(header, { ...claims, nonce: 'another' }),
      );
    refuse();
    await wayIn(page).click();
    await page.getByText('Signing in did not work. Try again.').waitFor();
    await walk.checkAccess('sign-in failed');
    tampers.delete(sub);
    await wayIn(page).click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();

    await endSessions();
    // What the page reads by itself may have met the end before.
    await page.getByRole('link', { name: 'Projects' }).first().dispatchEvent('click');
    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    refuse();
    const opened = context.waitForEvent('page');
    await guard.getByRole('link', { name: /^Sign in with / }).click();
    const tab = await opened;
    await tab.getByText('Signing in did not work.').waitFor();
    tampers.delete(sub);
    await tab.getByRole('link', { name: 'Try again' }).click();
    await guard.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await walk.end();
  }, 120_000);
});

describe('the command line of a user without a password', () => {
  /** Begins `countersign login` and opens the page that it prints, signed in nowhere. */
  async function login(...way: string[]) {
    const line = new CommandLine(origin.url);
    const run = line.start(['login', ...way, '--store', 'file']);
    await run.says('in your browser: ');
    const address = /in your browser: (\S+)/.exec(run.stderr)![1]!;
    const walk = await begin(address);
    await walk.page.getByRole('link', { name: /^Sign in with / }).click();
    await walk.page.getByRole('heading', { name: 'Sign in the command line' }).waitFor();
    await walk.page.getByRole('definition').filter({ hasText: hostname() }).first().waitFor();
    return { line, run, walk };
  }
  const button = ({ page }: Walk, name: string) => page.getByRole('button', { name, exact: true });
  /** The one address beyond the console's that the browser goes to: the port of the command line. */
  const comesBack = (walk: Walk): void => {
    const back = /foreign: http:\/\/127\.0\.0\.1:\d+\/\?/;
    const [first = '', ...others] = walk.faults.splice(0);
    expect([back.test(first), others]).toEqual([true, []]);
  };

  it('is signed in by a click in the browser, where its session is seen and ended', async () => {
    const { line, run, walk } = await login('--web');
    await walk.checkAccess('a command line asks');
    await button(walk, 'Allow').click();
    await walk.page.getByText('Go back to the command line. You can close this tab.').waitFor();
    expect(await run.end).toBe(0);
    comesBack(walk);
    const me = await line.json('whoami');
    expect(me).toMatchObject({ kind: 'oidc', email: expect.stringMatching(/@example\.test$/) });
    expect(run.stderr).toContain(`as ${me.email} for `);
    await walk.page.goto(`${origin.url}/me`);
    await button(walk, `Sign out Command line of ${userInfo().username} on ${hostname()}`).click();
    await walk.page.getByText('Signed out there.').waitFor();
    expect(await line.run(['whoami'])).toMatchObject({ code: 3 });
    line.remove();
    await walk.end();
  }, 120_000);

  it('is told that it was denied', async () => {
    const { line, run, walk } = await login('--web');
    await button(walk, 'Refuse').click();
    await walk.page.getByText('You refused: nobody is signed in.').waitFor();
    expect([await run.end, run.stderr]).toEqual([
      4,
      expect.stringContaining('The sign-in was denied in the browser.'),
    ]);
    comesBack(walk);
    expect(await line.run(['whoami'])).toMatchObject({ code: 3 });
    line.remove();
    await walk.end();
  }, 120_000);

  it('is signed in by a user code if the platform allows it', async () => {
    const before = new CommandLine(origin.url);
    expect(await before.run(['login', '--device'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('Device sign-in is disabled'),
    });
    before.remove();
    await oidc.query('UPDATE platform_settings SET cli_device_sign_in = true');
    const { line, run, walk } = await login('--device');
    await run.says('asks for this code: ');
    const code = /this code: ([A-Z]{4}-[A-Z]{4})/.exec(run.stderr)![1]!;
    const field = walk.page.getByLabel('Code that the command line shows');
    await field.fill('AAAA-AAAA');
    await button(walk, 'Allow').click();
    await walk.page.getByText('The code differs from the one that the command line shows.').waitFor();
    await walk.checkAccess('a wrong code for a command line');
    await field.fill(code);
    await button(walk, 'Allow').click();
    await walk.page.getByText('Allowed. Go back to the command line.').waitFor();
    expect(await run.end).toBe(0);
    expect(await line.json('whoami')).toMatchObject({ kind: 'oidc' });
    line.remove();
    await walk.end();
  }, 120_000);
});
