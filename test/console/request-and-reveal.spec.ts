import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page, Route } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { codeFor, type TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const LOGIN = canary('password');
const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value of the store');
const NEW_VALUE = canary('new value');
const MANY = 'apps/payments/many';
const MANY_KEYS = Array.from({ length: 27 }, (_, index) => `KEY_${index + 10}`);
let kv: DevKv;
let stack: TestStack;
let world: World;
let agent: AgentProcess;
let browser: Browser;
let database: pg.Pool;

beforeAll(async () => {
  kv = await startDevKv({ token: KV_TOKEN });
  kv.put('secret/apps/payments/db', { PASSWORD: VALUE, USER: canary('user') });
  kv.put(`secret/${MANY}`, Object.fromEntries(MANY_KEYS.map((key) => [key, canary('one of many')])));
  [stack, browser] = await Promise.all([startStack({ worker: true }), openChromium()]);
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
  agent = await startAgentOf(world, {
    apiUrl: stack.apis[0]!.url,
    vaultToken: KV_TOKEN,
    vaultAddress: kv.url,
  });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await agent?.stop();
  await stack?.stop();
  await kv?.stop();
});

/** A developer with a TOTP factor, and their way through the console after signing in. */
async function enter(
  name: string,
  options: object = {},
): Promise<{ walk: Walk; secret: string; person: TestClient }> {
  const person = await world.person(name, 'developer');
  const secret = await person.enrollTotp();
  const walk = await Walk.begin(browser, stack.apis[0]!.url, options);
  await walk.context.grantPermissions(['clipboard-write']);
  await walk.signIn('/', `${name}@example.test`, LOGIN);
  await walk.page.getByText('Nothing waits for you.').waitFor();
  return { walk, secret, person };
}

/** Fills in what to read or change, and where. */
async function ask(page: Page, key: string): Promise<void> {
  await page.getByLabel('Secret').fill('apps/payments/db');
  await page.getByLabel('Environment').selectOption({ label: 'dev · payments' });
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.keyboard.press('Enter');
  await page.getByLabel('Why').fill('Deploy 4.2 fails: pool auth.');
  await page.getByText('You request it').waitFor();
}

/** What is on the clipboard: the console's own pages may not read it. */
async function pasted({ context, page }: Walk): Promise<string> {
  const other = await context.newPage();
  await other.setContent('<textarea></textarea>');
  await other.focus('textarea');
  await other.keyboard.press('Control+V');
  const text = await other.inputValue('textarea');
  await other.close();
  await page.bringToFront();
  return text;
}

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/')[2]!;

describe('a developer in the browser', () => {
  it('requests keys, follows the request, and retrieves one value on demand', async () => {
    const { walk, secret } = await enter('ada');
    const { page } = walk;
    /** Whatever opens values or retrieves one. */
    const touched: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (/\/wraps\/./.test(path) || (request.method() === 'POST' && path.endsWith('/reveal-sessions')))
        touched.push(`${request.method()} ${path}`);
    });
    await walk.checkAccess('home, empty');
    await page.getByRole('link', { name: 'Request access' }).click();
    await walk.checkAccess('ask, empty');
    await ask(page, 'PASSWORD,USER');
    await walk.checkAccess('ask');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('heading', { name: /requests to read PASSWORD, USER/ }).waitFor();
    await page.getByText('Who can approve').waitFor();
    // A part that fails to load leaves the page as it is.
    const again = page.getByRole('button', { name: 'Try again' });
    for (const part of ['Show as table', 'Write a comment']) {
      const button = page.getByRole('button', { name: part });
      await button.waitFor();
      await page.route('**/assets/*.js', (call) => call.fulfill({ status: 503 }));
      await button.click();
      await page.getByRole('alert').getByText('Could not be loaded.').waitFor();
      await walk.checkAccess(`${part}, not loaded`);
      await page.unroute('**/assets/*.js');
      await again.click();
      await again.waitFor({ state: 'detached' });
    }
    await page.getByRole('table', { name: 'The milestones of the request, in their order' }).waitFor();
    await page.getByLabel('Write a comment').fill('It is for the pool of the api.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('listitem').getByText('It is for the pool of the api.').waitFor();
    await walk.checkAccess('own request');
    // What can't be done yet is there with its reason.
    const reveal = page.getByRole('button', { name: 'Reveal' });
    const reason = await reveal.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${reason}"]`).textContent()).toBe('The request is not approved yet.');
    expect((await world.approver.post(`/requests/${idOf(page)}/approve`)).status).toBe(200);
    await page.getByRole('link', { name: 'Reveal' }).waitFor();
    await walk.checkAccess('own request, executed');

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('cell', { name: 'Reveal' }).waitFor();
    await walk.checkAccess('home');
    await page.reload();
    await page.getByRole('link', { name: /1 waiting for you/ }).waitFor();
    expect(await page.title()).toBe('(1) Home · Countersign');
    await page
      .getByRole('link', { name: /apps\/payments\/db/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Reveal' }).hover();
    await page.getByRole('link', { name: 'Reveal' }).click();
    const open = page.getByRole('button', { name: 'Open' });
    await open.waitFor();
    await walk.checkAccess('reveal, closed');
    await page.reload();
    await open.waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /requests to read/ }).waitFor();
    await page.goForward();
    await open.hover();
    expect(touched).toEqual([]);

    await open.click();
    await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
    const row = page.getByRole('listitem').filter({ hasText: 'PASSWORD' });
    const box = row.getByRole('textbox', { name: 'PASSWORD' });
    expect(await box.textContent()).toBe('••••••••');
    await walk.checkAccess('reveal, open');
    expect(touched).toEqual(['POST /api/v1/reveal-sessions', 'POST /api/v1/reveal-sessions']);
    await row.getByRole('button', { name: 'Hold to show' }).hover();
    await page.mouse.down();
    await eventually(async () => (await box.textContent()) === VALUE, 'shown');
    await page.mouse.up();
    expect(await box.textContent()).toBe('••••••••');
    await row.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Clipboard managers keep copies.').waitFor();
    expect(await pasted(walk)).toBe(VALUE);
    await walk.checkAccess('reveal, retrieved');
    await page.getByRole('button', { name: 'Clear the clipboard' }).click();
    await page.getByText('Clipboard managers keep copies.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Hide now' }).click();
    await page.getByText('1 of 2 values were retrieved; USER was not and is destroyed.').waitFor();
    await page.getByText('Every value was retrieved or destroyed.').waitFor();
    const recorded = page.getByRole('list', { name: 'Recorded' }).getByRole('listitem');
    await recorded.getByText('PASSWORD').waitFor();
    expect(await recorded.count()).toBe(1);
    await walk.checkAccess('reveal, hidden');
    const tab = await walk.context.newPage();
    await tab.goto(`/requests/${idOf(page)}`);
    await tab.getByText(/ended the reveal session, which destroyed USER/).waitFor();
    await tab.close();
    await page.getByRole('link', { name: 'Request again' }).click();
    await page.getByRole('checkbox', { name: 'USER' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'USER' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Secret').inputValue()).toBe('apps/payments/db');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('heading', { name: /requests to read USER/ }).waitFor();
    await database.query(`UPDATE access_requests SET expires_at = now() - interval '1 s' WHERE id = $1`, [
      idOf(page),
    ]);
    await page.reload();
    await page.getByRole('link', { name: 'Request again' }).waitFor();
    await walk.checkAccess('own request, expired');
    expect(touched).toHaveLength(3);
    await walk.end();
  }, 180_000);

  it('requests a change with a hidden value on a phone', async () => {
    const { walk, person } = await enter('lin', { width: 360, height: 740 });
    const { page } = walk;
    await page.goto('/requests/new?kind=patch');
    await ask(page, 'PASSWORD');
    const value = page.getByLabel('Value of PASSWORD');
    await value.fill(`${NEW_VALUE}\n`);
    await page.getByRole('button', { name: 'Drop it' }).click();
    await walk.checkAccess('ask for a change');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('heading', { name: /requests to change PASSWORD/ }).waitFor();
    await world.approver.post(`/requests/${idOf(page)}/approve`);
    await eventually(
      async () => (await person.get(`/requests/${idOf(page)}`)).body.status === 'executed',
      'executed',
    );
    const headers = { 'x-vault-token': KV_TOKEN };
    const stored: any = await (await fetch(`${kv.url}/v1/secret/data/apps/payments/db`, { headers })).json();
    expect(stored.data.data.PASSWORD).toBe(NEW_VALUE);
    await page.getByText('Executed', { exact: true }).first().waitFor();
    // At the end of the page the navigation lies over nothing.
    await page.evaluate(() => (globalThis as any).scrollTo(0, 1e6));
    await walk.checkAccess('own change, executed');
    await walk.end();
  }, 120_000);

  it('gets input back after a phone has discarded the page, except values, and only for the same user', async () => {
    const { walk, person } = await enter('hedy', { width: 360, height: 740 });
    await world.person('mary', 'developer');
    const { page } = walk;
    const kept = (): Promise<string> =>
      page.evaluate(() => JSON.stringify((globalThis as any).sessionStorage));
    const field = (label: string) => page.getByLabel(label, { exact: true });
    // The session has ended when the person comes back, and the page is loaded anew.
    const comeBack = async (userId: string, as: string): Promise<void> => {
      await database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [userId]);
      await page.reload();
      await field('E-mail address').fill(as);
      const meanwhile = await kept();
      expect(meanwhile).toContain('The old one leaked.');
      expect(meanwhile).not.toContain(NEW_VALUE);
      await field('Password').fill(LOGIN);
      await page.keyboard.press('Enter');
      await field('Why').waitFor();
    };
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(
      `/requests/new?kind=patch&environment=${world.dev.id}&ref=apps/payments/db&keys=PASSWORD`,
    );
    await field('Why').fill('The old one leaked.');
    await page.getByLabel('Value of PASSWORD').fill(NEW_VALUE);
    await comeBack(person.userId, 'hedy@example.test');
    expect(await field('Why').inputValue()).toBe('The old one leaked.');
    expect(await page.getByLabel('Value of PASSWORD').inputValue()).toBe('');
    expect(await kept()).not.toContain('The old one leaked.');
    await comeBack(person.userId, 'mary@example.test');
    expect(await field('Why').inputValue()).toBe('');
    expect(await kept()).not.toContain('The old one leaked.');
    await field('Why').fill('Mine.');
    await page.getByRole('button', { name: 'mary' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await field('Password').waitFor();
    expect(await kept()).not.toContain('Mine.');
    await walk.end();
  }, 120_000);

  it('never sends or sees anything as another user who has signed in in another tab', async () => {
    const { walk } = await enter('joan');
    const { page, context } = walk;
    const other = await world.person('kay', 'developer');
    const before = (await other.get('/requests')).body;
    await page.goto('/requests/new');
    await ask(page, 'PASSWORD');
    const tab = await context.newPage();
    await tab.goto('/');
    await tab.getByRole('button', { name: /^Your menu/ }).click();
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByLabel('E-mail address').fill('kay@example.test');
    await tab.getByLabel('Password').fill(LOGIN);
    await tab.keyboard.press('Enter');
    await tab.getByText('Nothing waits for you.').waitFor();
    // Nothing was done in the first tab: it has learnt of it from the second.
    await page.getByText('You were joan@example.test. Continue as kay@example.test').waitFor();
    expect(await page.getByRole('button', { name: 'Request', exact: true }).count()).toBe(0);
    await walk.checkAccess('somebody else’s session');
    expect((await other.get('/requests')).body).toEqual(before);
    await page.getByRole('button', { name: 'Continue as kay@example.test' }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    await page.getByRole('button', { name: 'Your menu, kay' }).waitFor();
    await tab.close();
    await walk.end();
  }, 120_000);

  it('sends nothing as another user before it has detected that the session changed', async () => {
    const { walk } = await enter('jean');
    const { page } = walk;
    const other = await world.person('kim', 'developer');
    const before = (await other.get('/requests')).body;
    await page.goto('/requests/new');
    await ask(page, 'PASSWORD');
    const sent = page.waitForResponse((each) => each.url().endsWith('/requests/read'));
    const request = page.getByRole('button', { name: 'Request', exact: true });
    // No tab tells of this sign-in, and nothing is read between it and the press of the button: a poll would detect it first.
    const polls: Route[] = [];
    await page.route('**/api/v1/**', (route) =>
      route.request().method() === 'GET' ? void polls.push(route) : route.continue(),
    );
    await request.evaluate(
      async (button: any, body) => {
        const headers = { 'content-type': 'application/json', 'countersign-session': 'cookie' };
        await fetch('/api/v1/auth/login', { method: 'POST', headers, body });
        button.click();
      },
      JSON.stringify({ email: 'kim@example.test', password: LOGIN }),
    );
    expect((await sent).status()).toBe(401);
    await page.unroute('**/api/v1/**');
    await Promise.all(polls.map((poll) => poll.continue()));
    await page.getByText('You were jean@example.test. Continue as kim@example.test').waitFor();
    expect((await other.get('/requests')).body).toEqual(before);
    await walk.end();
  }, 120_000);

  it('finds a secret, sees who has seen it, and requests the same keys from its page', async () => {
    await world.admin.post(`/provider-connections/${world.connection.id}/discover-now`);
    const secrets = async (): Promise<any[]> => (await world.admin.get('/secrets')).body;
    const idOf = (ref: string): Promise<string> =>
      eventually(async () => (await secrets()).find((secret) => secret.ref === ref)?.id, ref);
    const id = await idOf('apps/payments/db');
    const binding = { environment_id: world.dev.id, secret_ids: [id] };
    expect((await world.admin.post(`/projects/${world.project.id}/secrets`, binding)).status).toBe(200);
    const { walk } = await enter('eve');
    const { page } = walk;
    await page.goto('/secrets');
    await page.getByRole('link', { name: 'Request access' }).waitFor();
    await page.getByRole('link', { name: /apps\/payments\/db/ }).click();
    await page.waitForURL(`**/secrets/${id}`);
    const seen = page.getByRole('row', { name: /^ada PASSWORD approver/ });
    await seen.getByRole('link', { name: 'audit event' }).waitFor();
    await walk.checkAccess('secret');
    await page.setViewportSize({ width: 360, height: 740 });
    await walk.checkAccess('secret, on a phone');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Request access' }).click();
    await page.waitForURL('**/requests/new?*');
    expect(await page.getByLabel('Secret').inputValue()).toBe('apps/payments/db');
    await eventually(
      async () => (await page.getByLabel('Environment').inputValue()) === world.dev.id,
      'the environment of the secret',
    );
    for (const key of ['PASSWORD', 'USER']) expect(await page.getByLabel(key).isChecked()).toBe(true);
    await page.getByLabel('Why').fill('The pool again.');
    await page.getByText('You request it').waitFor();
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('heading', { name: /requests to read PASSWORD, USER/ }).waitFor();

    // More keys than one request can have: nobody has chosen which of them.
    await page.goto(`/secrets/${await idOf(MANY)}`);
    await page.getByRole('link', { name: 'Request access' }).click();
    await page.getByText('This secret has 27 keys: choose at most 20 at a time.').waitFor();
    await page.getByText('0 of at most 20').waitFor();
    await page.getByLabel('Environment').selectOption({ label: 'dev · payments' });
    for (const key of MANY_KEYS.slice(0, 21)) await page.getByLabel(key, { exact: true }).check();
    const request = page.getByRole('button', { name: 'Request', exact: true });
    const off = (): Promise<string | null> => request.getAttribute('aria-disabled');
    await page.getByText('At most 20 keys at a time: these are 21.').first().waitFor({ state: 'attached' });
    expect(await off()).toBe('true');
    await walk.checkAccess('too many keys');
    await page.getByLabel(MANY_KEYS[0]!, { exact: true }).uncheck();
    expect(await off()).toBeNull();
    await request.click();
    await page.getByRole('heading', { name: /requests to read 20 keys/ }).waitFor();
    await walk.end();
  }, 180_000);
});
