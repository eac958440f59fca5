import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostname, userInfo } from 'node:os';
import type { Browser } from 'playwright-core';
import { CommandLine } from '../cli/command-line.js';
import { OidcWorld } from '../oidc/oidc-world.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { buildWorld, created, type World } from '../support/world.js';
import { Keyboard, Pointer } from './hands.js';
import { openChromium, Walk, type WalkOptions } from './walk.js';

const CALLBACK = '/api/v1/auth/oidc/callback';
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
async function begin(path: string, options: WalkOptions = {}): Promise<Walk> {
  const sub = oidc.person({ claims: { groups: ['leads'] } });
  const walk = await Walk.begin(browser, origin.url, { ...options, alsoVisits: [oidc.provider.url] });
  await walk.context.setExtraHTTPHeaders({ 'x-login': sub });
  await walk.page.goto(path);
  return walk;
}

describe('signing in through an identity provider', () => {
  it('returns to the requested page, and keeps input after an expired session', async () => {
    const request = created(
      await world.developer.post('/requests/read', {
        ...{ project_id: world.project.id, environment_id: world.dev.id },
        ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/ledger', keys: ['TOKEN'] },
      }),
    );
    const walk = await begin(`/requests/${request.id}`);
    const { page, context } = walk;
    const way = page.getByRole('link', { name: /^Sign in with / });
    await way.waitFor();
    await walk.checkAccess('sign-in with a provider');
    await way.click();
    await page.getByRole('heading', { name: /requests to read TOKEN/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/requests/${request.id}`);

    await page.getByLabel('Write a comment').fill('Which release needs it?');
    await oidc.query('UPDATE sessions SET revoked_at = now() WHERE user_id <> $1', [world.developer.userId]);
    // What the page reads by itself may have met the end before.
    await page.getByRole('button', { name: 'Comment', exact: true }).dispatchEvent('click');
    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    await guard.waitFor();
    await walk.checkAccess('session ended, with a provider');
    const opened = context.waitForEvent('page');
    await guard.getByRole('link', { name: /^Sign in with / }).click();
    const tab = await opened;
    await guard.waitFor({ state: 'detached' });
    await page.getByRole('listitem').getByText('Which release needs it?').waitFor();
    // The tab closes itself where the browser lets it.
    if (!tab.isClosed())
      await tab
        .getByText('You can close this tab.')
        .waitFor()
        .catch(() => undefined);
    const timeline = (await world.developer.get(`/requests/${request.id}/timeline`)).body;
    expect(timeline.filter(({ what }: any) => what === 'commented')).toMatchObject([
      { detail: { text: 'Which release needs it?' } },
    ]);
    await walk.end();
  }, 180_000);

  it('works with only the keyboard, also if the sign-in methods load late or not at all, and after the session ended', async () => {
    const walk = await begin('/me', { losesAnswers: true });
    const { page, context } = walk;
    const hands = new Keyboard(page);
    const way = page.getByRole('link', { name: /^Sign in with / });
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
    await oidc.query('UPDATE sessions SET revoked_at = now() WHERE user_id <> $1', [world.developer.userId]);
    await page.keyboard.press('Enter');
    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    const opened = context.waitForEvent('page');
    await hands.press(guard.getByRole('link', { name: /^Sign in with / }));
    await opened;
    await guard.waitFor({ state: 'detached' });
    await page.getByLabel('Then enter the code that the app shows').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await walk.end();
  }, 120_000);

  it('works by finger on a phone', async () => {
    const walk = await begin('/me', { width: 360, height: 740 });
    await walk.checkAccess('sign-in with a provider, on a phone');
    await new Pointer(true).press(walk.page.getByRole('link', { name: /^Sign in with / }));
    await walk.page.getByRole('heading', { name: 'Your account' }).waitFor();
    await walk.end();
  }, 60_000);

  it('reports a failure', async () => {
    const walk = await begin('/requests');
    const { page } = walk;
    await page.goto('/sign-in?error=sign_in_failed&next=/requests');
    await page.getByText('Signing in did not work. Try again.').waitFor();
    await walk.checkAccess('sign-in failed');
    await page.getByRole('link', { name: /^Sign in with / }).click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
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
