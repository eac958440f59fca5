import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { codeFor } from '../support/client.js';
import { CountingProxy } from '../support/counting-proxy.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk, type WalkOptions } from './walk.js';

const PASSWORD = canary('password');
const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value of the store');
const BULLETS = '••••••••';
let origin: CountingProxy;
let kv: DevKv;
let stack: TestStack;
let world: World;
let agent: AgentProcess;
let browser: Browser;

beforeAll(async () => {
  kv = await startDevKv({ token: KV_TOKEN });
  kv.put('secret/apps/payments/db', { PASSWORD: VALUE });
  [stack, browser, origin] = await Promise.all([
    startStack({ worker: true }),
    openChromium(),
    CountingProxy.listen(),
  ]);
  origin.passTo(stack.apis[0]!.url);
  world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
  agent = await startAgentOf(world, {
    apiUrl: stack.apis[0]!.url,
    vaultToken: KV_TOKEN,
    vaultAddress: kv.url,
  });
  const workflow_id = created(await world.admin.post('/workflows', { name: 'nobody', min_approvers: 0 })).id;
  const selector = { environment_kind: 'non_prod', secret_ref_prefix: 'apps/payments/' };
  const rule = {
    name: 'open dev',
    selector,
    workflow_id,
    priority: 50,
    direct_reveal_allowed: true,
    reveal_ttl_seconds: 600,
  };
  created(await world.admin.post('/policies', rule));
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await stack?.stop();
  await origin?.stop();
  await kv?.stop();
});

/** A developer with a TOTP factor, who has signed in. */
async function enter(
  name: string,
  options: WalkOptions = {},
): Promise<{ walk: Walk; page: Page; secret: string }> {
  const person = await world.person(name, 'developer');
  const secret = await person.enrollTotp();
  const walk = await Walk.begin(browser, origin.url, options);
  const { page } = walk;
  await walk.context.grantPermissions(['clipboard-write']);
  await walk.signIn('/requests/new', `${name}@example.test`, PASSWORD);
  await page.getByLabel('Secret').waitFor();
  return { walk, page, secret };
}

/** A developer before an open reveal session with one value, which is not retrieved yet. */
interface Reveal {
  readonly walk: Walk;
  readonly page: Page;
  readonly row: Locator;
  /** Where the value is shown. */
  readonly box: Locator;
  readonly hold: Locator;
  readonly ttlSeconds: number;
}

async function openReveal(name: string, options: WalkOptions = {}): Promise<Reveal> {
  const { walk, page, secret } = await enter(name, options);
  if (options.movesClock) await page.clock.install();
  const query = new URLSearchParams({ ref: 'apps/payments/db', keys: 'PASSWORD', environment: world.dev.id });
  await page.goto(`/requests/new?${query.toString()}`);
  const now = page.getByRole('button', { name: 'Show now' });
  await eventually(async () => (await now.getAttribute('aria-disabled')) === null, 'allowed');
  await now.click();
  const opened = page.waitForResponse((each) => each.url().endsWith('/reveal-sessions') && each.ok());
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
  const { ttl_seconds: ttlSeconds } = await (await opened).json();
  const row = page.getByRole('listitem').filter({ hasText: 'PASSWORD' });
  // Behind a dialog nothing is found by its role.
  const [box, hold] = [page.locator('li [role=textbox]'), row.getByRole('button', { name: 'Hold to show' })];
  await hold.waitFor();
  return { walk, page, row, box, hold, ttlSeconds };
}

const CALLS = '**/api/v1/**';
const unavailable = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { error_code: 'dependency_unavailable' } });

/** While the service is unreachable, nothing that retrieves a value does anything; it says why. */
async function staysSealed({ page, row, hold }: Reveal): Promise<void> {
  let calls = 0;
  await page.route(CALLS, (route) => {
    if (/\/wraps\/./.test(route.request().url())) calls += 1;
    return unavailable(route);
  });
  await page.keyboard.press('Space');
  await page.getByText(/^The service has been unreachable/).waitFor();
  expect(await hold.getAttribute('aria-disabled')).toBe('true');
  await row
    .getByRole('tooltip')
    .getByText('The service is unreachable.')
    .first()
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.keyboard.press('r');
  await hold.hover();
  await page.mouse.down();
  await page.mouse.up();
  expect(calls).toBe(1);
  await page.unroute(CALLS);
  await eventually(async () => (await hold.getAttribute('aria-disabled')) === null, 'reachable');
  await hold.focus();
}

const untilShown = (box: Locator): Promise<boolean> =>
  eventually(async () => (await box.textContent()) === VALUE, 'shown');

/** From here on the page's time stands still, unless the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** How often the service was told that a session ends. */
const ended = (): number => origin.passed.filter((line) => /^POST .*\/expire$/.test(line)).length;
/** How often a value was retrieved. */
const retrieved = (): number => origin.passed.filter((line) => /^GET .*\/wraps\/./.test(line)).length;

const dispatch = (page: Page, type: string): Promise<void> =>
  page.evaluate((name) => void (globalThis as any).dispatchEvent(new Event(name)), type);

/** What a page does when it goes out of sight without being left. */
const OUT_OF_SIGHT: readonly (readonly [string, (reveal: Reveal) => Promise<void>])[] = [
  ['the window loses the focus', ({ page }) => dispatch(page, 'blur')],
  ['it is printed', ({ page }) => dispatch(page, 'beforeprint')],
  ['the button loses the focus', ({ row }) => row.getByRole('button', { name: 'Copy' }).focus()],
  [
    'the tab is hidden',
    ({ page }) =>
      page.evaluate(() => {
        const { document } = globalThis as any;
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        delete document.hidden;
      }),
  ],
];

describe('a value that is shown', () => {
  it('is there while Space is held or for ten seconds, and only before the eyes that asked', async () => {
    const reveal = await openReveal('eve');
    const { walk, page, row, box, hold } = reveal;
    await hold.focus();
    // Loading the page anew must not cost the value.
    await page.keyboard.press('Control+r');
    expect(await row.getByRole('status').textContent()).toBe('Not retrieved');
    await staysSealed(reveal);
    const before = retrieved();
    await page.keyboard.down('Space');
    await untilShown(box);
    await page.keyboard.up('Space');
    expect(await box.textContent()).toBe(BULLETS);
    for (const [, goOutOfSight] of OUT_OF_SIGHT) {
      await hold.focus();
      await page.keyboard.down('Space');
      await untilShown(box);
      await goOutOfSight(reveal);
      expect(await box.textContent()).toBe(BULLETS);
      await page.keyboard.up('Space');
    }
    await hold.focus();
    await page.keyboard.press('r');
    await untilShown(box);
    expect(await box.evaluate((element: any) => element.ownerDocument.activeElement === element)).toBe(true);
    await page.keyboard.press('r');
    expect(await box.textContent()).toBe(BULLETS);
    await row.getByRole('button', { name: 'Show 10 s' }).click();
    await untilShown(box);
    await page.emulateMedia({ media: 'print' });
    expect(await box.isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    expect(await box.textContent()).toBe(VALUE);
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('dialog').waitFor();
    expect(await box.textContent()).toBe(BULLETS);
    // What is here already needs no service.
    await page.route(CALLS, unavailable);
    await page.keyboard.type('apps');
    await page.getByText(/^The service has been unreachable/).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Show 10 s' }).click();
    await untilShown(box);
    await page.keyboard.press('r');
    expect(retrieved()).toBe(before + 1);
    await walk.end();
  }, 180_000);

  it('goes with its time', async () => {
    const { walk, page, row, box, hold, ttlSeconds } = await openReveal('dan', { movesClock: true });
    const before = ended();
    await stopClock(page);
    await row.getByRole('button', { name: 'Show 10 s' }).click();
    await untilShown(box);
    await page.clock.fastForward(9_000);
    expect(await box.textContent()).toBe(VALUE);
    await page.clock.fastForward(1_000);
    expect(await box.textContent()).toBe(BULLETS);
    await hold.focus();
    await page.keyboard.down('Space');
    await untilShown(box);
    await page.clock.fastForward(ttlSeconds * 500 - 10_000);
    expect(await box.textContent()).toBe(VALUE);
    await page.clock.fastForward(ttlSeconds * 500);
    await page.getByText('The time is over. 1 of 1 value was retrieved.').waitFor();
    expect(await page.content()).not.toContain(VALUE);
    expect(ended()).toBe(before);
    await walk.end();
  }, 180_000);

  it.each([
    ['link', 'fay', ({ page }: Reveal) => page.getByRole('link', { name: 'The request' }).click()],
    [
      'address',
      'gil',
      async ({ page, box }: Reveal) => {
        await dispatch(page, 'pagehide');
        expect(await box.textContent()).toBe(BULLETS);
        await page.goto('/requests');
      },
    ],
  ] as const)(
    'goes when the page is left by a %s, and the service is told once',
    async (_, name, leave) => {
      const reveal = await openReveal(name);
      const { walk, page, row, box } = reveal;
      const before = ended();
      await row.getByRole('button', { name: 'Show 10 s' }).click();
      await untilShown(box);
      await leave(reveal);
      await box.waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain(VALUE);
      await eventually(() => Promise.resolve(ended() > before), 'told');
      await page.goBack();
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(ended()).toBe(before + 1);
      await walk.end();
    },
    180_000,
  );

  it('is saved as a file, byte by byte, where it is no text', async () => {
    const { walk, page, row, hold } = await openReveal('hal');
    const bytes = Buffer.from([0, 255, 13, 10, 0xc3, 0x28, 128]);
    await page.route(/\/wraps\/./, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-length': String(bytes.length) };
      await route.fulfill({ response, headers, body: bytes });
    });
    await hold.focus();
    await page.keyboard.press('Space');
    await row.getByText('Binary, not shown').waitFor();
    await hold.waitFor({ state: 'detached' });
    const saved = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Save as file' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('PASSWORD');
    expect(await readFile(await file.path())).toEqual(bytes);
    await walk.end();
  }, 180_000);

  it('leaves the clipboard after 45 seconds, or at the next gesture where the browser refuses', async () => {
    const { walk, page, row } = await openReveal('ivy', { movesClock: true });
    await page.evaluate(() => {
      const scope = globalThis as any;
      Object.assign(scope, { written: [], refused: 0, refuses: false });
      scope.navigator.clipboard.writeText = async (text: string) => {
        if (scope.refuses) {
          scope.refused += 1;
          throw new DOMException('no gesture', 'NotAllowedError');
        }
        scope.written.push(text);
      };
    });
    const written = (): Promise<string[]> => page.evaluate(() => (globalThis as any).written);
    const refuse = (refuses: boolean): Promise<void> =>
      page.evaluate((next) => void ((globalThis as any).refuses = next), refuses);
    const copy = row.getByRole('button', { name: 'Copy' });
    const notice = page.getByText('Clipboard managers keep copies.');
    await stopClock(page);
    await copy.click();
    await notice.waitFor();
    await page.clock.fastForward(44_000);
    expect(await written()).toEqual([VALUE]);
    await page.clock.fastForward(1_000);
    await notice.waitFor({ state: 'detached' });
    expect(await written()).toEqual([VALUE, '']);

    await copy.click();
    await notice.waitFor();
    await refuse(true);
    await page.clock.fastForward(45_000);
    expect(await page.evaluate(() => (globalThis as any).refused)).toBe(1);
    expect(await notice.isVisible()).toBe(true);
    await refuse(false);
    await page.keyboard.press('Shift');
    await notice.waitFor({ state: 'detached' });
    expect(await written()).toEqual([VALUE, '', VALUE, '']);

    await copy.click();
    await notice.waitFor();
    await refuse(true);
    await page.clock.fastForward(45_000);
    await refuse(false);
    // Letting go of the key that copies again is no gesture to clear what it copied.
    await copy.focus();
    await page.keyboard.down('Enter');
    await eventually(async () => (await written()).length === 6, 'copied again');
    await page.keyboard.up('Enter');
    expect((await written()).slice(4)).toEqual([VALUE, VALUE]);
    await walk.end();
  }, 180_000);
});

describe('a developer with direct reveal', () => {
  it('reveals values in dev without approval, and is told that prod never allows it', async () => {
    const { walk, page, secret } = await enter('ada');
    await page.getByLabel('Secret').fill('apps/payments/db');
    await page.getByLabel('Key', { exact: true }).fill('PASSWORD');
    await page.keyboard.press('Enter');
    const now = page.getByRole('button', { name: 'Show now' });
    const off = (): Promise<string | null> => now.getAttribute('aria-disabled');
    await page.getByLabel('Environment').selectOption({ label: 'prod · payments' });
    await page.getByText('Prod is never shown without approval.').waitFor({ state: 'attached' });
    expect(await off()).toBe('true');
    await walk.checkAccess('ask in prod');
    await page.getByLabel('Environment').selectOption({ label: 'dev · payments' });
    await eventually(async () => (await off()) === null, 'allowed');
    await page.getByLabel('Secret').fill('apps/other');
    await page.getByText(/^The rule .* doesn’t allow it without approval\.$/).waitFor({ state: 'attached' });
    expect(await off()).toBe('true');
    await page.getByLabel('Secret').fill('apps/payments/db');
    await eventually(async () => (await off()) === null, 'allowed');
    await walk.checkAccess('ask, shown directly');
    await now.click();

    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
    const row = page.getByRole('listitem').filter({ hasText: 'PASSWORD' });
    await row.getByRole('button', { name: 'Show 10 s' }).click();
    const box = row.getByRole('textbox', { name: 'PASSWORD' });
    await eventually(async () => (await box.textContent()) === VALUE, 'shown');
    await page.getByRole('button', { name: 'Hide now' }).click();
    await page.getByText('1 of 1 value was retrieved.').waitFor();
    const id = new URL(page.url()).pathname.split('/')[2]!;
    expect((await world.admin.get(`/requests/${id}`)).body).toMatchObject({
      ...{ direct: true, operation: 'reveal', approvals: [], requester_email: 'ada@example.test' },
    });
    await walk.end();
  }, 180_000);

  it('finds the action on the environment’s page, until the secret belongs to prod as well', async () => {
    await discovered();
    await bindFound(world.dev);
    const { walk, page, secret } = await enter('bob');
    await page.goto(`/projects/${world.project.id}/environments/${world.dev.id}`);
    const now = page.getByRole('button', { name: 'Show now' });
    await eventually(async () => (await now.getAttribute('aria-disabled')) === null, 'allowed');
    await walk.checkAccess('environment');
    await now.click();
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
    await page.getByRole('listitem').filter({ hasText: 'PASSWORD' }).waitFor();
    await page.getByRole('button', { name: 'Hide now' }).click();
    await bindFound(world.prod);
    await page.goto(`/projects/${world.project.id}/environments/${world.dev.id}`);
    await page.getByText('Prod is never shown without approval.').first().waitFor();
    expect(await now.getAttribute('aria-disabled')).toBe('true');
    // The frame of each page asks how many requests wait, with the entity tag of the answer that it has.
    expect(origin.unchanged).toContain('GET /api/v1/requests/waiting/count');
    await walk.end();
  }, 180_000);
});

/** Lets the agent discover the secret. */
async function discovered(): Promise<void> {
  await world.admin.post(`/provider-connections/${world.connection.id}/discover-now`);
  await eventually(async () => (await world.admin.get('/secrets')).body.length > 0, 'discovered');
}

/** Binds what was discovered to an environment. */
async function bindFound({ id: environment_id }: { id: string }): Promise<void> {
  const secrets: { id: string }[] = (await world.admin.get('/secrets')).body;
  const body = { environment_id, secret_ids: secrets.map(({ id }) => id) };
  expect((await world.admin.post(`/projects/${world.project.id}/secrets`, body)).status).toBe(200);
}
