import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary, knownHere } from '../support/canary.js';
import { leaksIn, leaksInFolder } from '../support/canary-scan.js';
import { codeFor, type TestClient } from '../support/client.js';
import { CountingProxy } from '../support/counting-proxy.js';
import { eventually } from '../support/eventually.js';
import { LeakSearch } from '../support/leak-search.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { keptBy, Walk } from './walk.js';

const PASSWORD = canary('password');
const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value of the store');
const TYPED = canary('value that is typed');
/** No value: what is searched for in the browser's profile alone. */
const CONTROL = { label: 'control', value: 'kept by the page as a control', madeBy: 'test' } as const;
let kv: DevKv;
let origin: CountingProxy;
let stack: TestStack;
let world: World;
let agent: AgentProcess;
let profile: string;

beforeAll(async () => {
  kv = await startDevKv({ token: KV_TOKEN });
  kv.put('secret/apps/payments/db', { PASSWORD: VALUE });
  [stack, origin, profile] = await Promise.all([
    startStack({ worker: true }),
    CountingProxy.listen(),
    mkdtemp(join(tmpdir(), 'countersign-chromium-')),
  ]);
  origin.passTo(stack.apis[0]!.url);
  world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
  agent = await startAgentOf(world, {
    apiUrl: stack.apis[0]!.url,
    vaultToken: KV_TOKEN,
    vaultAddress: kv.url,
  });
}, 300_000);
afterAll(async () => {
  if (profile) await rm(profile, { recursive: true, force: true });
  await agent?.stop();
  await stack?.stop();
  await origin?.stop();
  await kv?.stop();
});

/** What opened values or fetched one so far. */
const fetched = (): string[] =>
  origin.passed.filter((line) => /^GET .*\/wraps\/.|^POST .*\/reveal-sessions$/.test(line));

/** All that the page shows, keeps, and has in its fields. */
async function heldBy(page: Page): Promise<string> {
  const fields = await page
    .locator('input, textarea')
    .evaluateAll((all: any[]) => all.map(({ value }) => value));
  return `${await keptBy(page)} ${fields.join(' ')}`;
}

/** A developer with a TOTP factor, and their way through the console in a browser that keeps what browsers keep. */
async function enter(): Promise<{ walk: Walk; person: TestClient; secret: string }> {
  const person = await world.person('ada', 'developer');
  const secret = await person.enrollTotp();
  const walk = await Walk.beginIn(profile, origin.url);
  await walk.signIn('/', 'ada@example.test', PASSWORD);
  await walk.page.getByText('Nothing waits for you.').waitFor();
  return { walk, person, secret };
}

/** Types a new value, loses it by reloading, types it again and sends it. */
async function change(page: Page): Promise<void> {
  const query = new URLSearchParams({ kind: 'patch', ref: 'apps/payments/db', keys: 'TOKEN' });
  await page.goto(`/requests/new?${query.toString()}&environment=${world.dev.id}`);
  const field = page.getByLabel('Value of TOKEN');
  await field.fill(TYPED);
  await page.reload();
  expect(await field.inputValue()).toBe('');
  await field.fill(TYPED);
  await page.getByText('You request it').waitFor();
  await page.getByRole('button', { name: 'Request', exact: true }).click();
  await page.getByRole('heading', { name: /requests to change TOKEN/ }).waitFor();
  expect(leaksIn('the page after sending', await heldBy(page))).toEqual([]);
  await page.goBack();
  await page.goForward();
  await page.getByRole('heading', { name: /requests to change TOKEN/ }).waitFor();
  expect(leaksIn('the page after going back', await heldBy(page))).toEqual([]);
}

/** What must not happen is heard in every page of a walk: in a second tab, and in what that opens. */
async function expectHeard(walk: Walk, tab: Page): Promise<void> {
  const opened = tab.waitForEvent('popup');
  await tab.evaluate(() => void (globalThis as any).open('/requests', '_blank', 'noopener'));
  const popUp = await opened;
  await popUp.getByRole('heading', { name: 'Requests' }).waitFor();
  for (const page of [tab, popUp]) {
    await page.evaluate(() => {
      const { document, console } = globalThis as any;
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }));
      console.error('an error of the test');
    });
    const { pathname } = new URL(page.url());
    for (const fault of ['policy: style-src-elem inline', 'log: an error of the test'])
      await eventually(
        () => Promise.resolve(walk.faults.some((heard) => heard.startsWith(`${pathname}: ${fault}`))),
        fault,
      );
  }
  walk.faults.splice(0);
  await popUp.close();
}

describe('values in a browser', () => {
  it('are retrieved only on the user’s demand, and are nowhere afterwards', async () => {
    const { walk, person, secret } = await enter();
    const { page, context } = walk;
    await change(page);
    const { id } = created(
      await person.post('/requests/read', {
        ...{ project_id: world.project.id, environment_id: world.dev.id },
        ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/payments/db' },
        keys: ['PASSWORD'],
      }),
    );
    await world.approver.post(`/requests/${id}/approve`);
    await eventually(
      async () => (await person.get(`/requests/${id}`)).body.status === 'executed',
      'executed',
    );

    await page.goto(`/requests/${id}`);
    await page.getByRole('link', { name: 'Reveal' }).hover();
    await page.getByRole('link', { name: 'Reveal' }).focus();
    await page.getByRole('link', { name: 'Reveal' }).click();
    const open = page.getByRole('button', { name: 'Open' });
    await open.waitFor();
    await page.reload();
    await open.waitFor();
    await page.goBack();
    await page.goForward();
    await open.hover();
    const other = await context.newPage();
    await other.goto(`/requests/${id}/reveal`);
    await other.getByRole('button', { name: 'Open' }).hover();
    expect(fetched()).toEqual([]);
    await expectHeard(walk, other);

    await page.bringToFront();
    await open.click();
    await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
    const row = page.getByRole('listitem').filter({ hasText: 'PASSWORD' });
    const box = row.getByRole('textbox', { name: 'PASSWORD' });
    await box.waitFor();
    await row.getByRole('button', { name: 'Hold to show' }).focus();
    expect(fetched().filter((line) => line.startsWith('GET'))).toEqual([]);
    await row.getByRole('button', { name: 'Show 10 s' }).click();
    await eventually(async () => (await box.textContent()) === VALUE, 'shown');
    await other.reload();
    await other.getByText('These values are open in another window').waitFor();
    await page.getByRole('button', { name: 'Hide now' }).click();
    await page.getByText('1 of 1 value was retrieved.').waitFor();
    expect(leaksIn('the page after hiding', await heldBy(page))).toEqual([]);
    await page.reload();
    await page.getByText('Every value was retrieved or destroyed.').waitFor();
    await page.goBack();
    expect(fetched().filter((line) => line.startsWith('GET'))).toHaveLength(1);

    // What a page keeps would be found: this is.
    await page.evaluate((kept) => (globalThis as any).localStorage.setItem('kept', kept), CONTROL.value);
    await walk.end();
    const look = new LeakSearch([...knownHere(), CONTROL]);
    const left = await leaksInFolder('profile of the browser:', profile, look);
    expect([...new Set(left.map(({ label }) => label))]).toEqual(['control']);
  }, 240_000);
});
