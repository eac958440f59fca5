import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { leaksIn, leaksInFolder } from '../support/canary-scan.js';
import { codeFor, type TestClient } from '../support/client.js';
import { CountingProxy } from '../support/counting-proxy.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { Walk } from './walk.js';

const PASSWORD = canary('password');
const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value of the store');
const TYPED = canary('value that is typed');
const CONTROL = canary('control');
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

/** All that the page holds and all that scripts can keep: its text and fields, storage, history and address. */
async function keptBy(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { document, localStorage, sessionStorage, history, location } = globalThis as any;
    const fields = [...document.querySelectorAll('input, textarea')].map(({ value }: any) => value);
    const kept = { ...localStorage, ...sessionStorage };
    return JSON.stringify([
      document.documentElement.outerHTML,
      ...[fields, kept, history.state, location.href, document.title],
    ]);
  });
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
  expect(leaksIn('the page after sending', await keptBy(page))).toEqual([]);
  await page.goBack();
  await page.goForward();
  await page.getByRole('heading', { name: /requests to change TOKEN/ }).waitFor();
  expect(leaksIn('the page after going back', await keptBy(page))).toEqual([]);
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
    expect(leaksIn('the page after hiding', await keptBy(page))).toEqual([]);
    await page.reload();
    await page.getByText('Every value was retrieved or destroyed.').waitFor();
    await page.goBack();
    expect(fetched().filter((line) => line.startsWith('GET'))).toHaveLength(1);

    // What a page keeps would be found: this is.
    await page.evaluate((kept) => (globalThis as any).localStorage.setItem('kept', kept), CONTROL);
    await walk.end();
    const left = await leaksInFolder('profile of the browser:', profile);
    expect([...new Set(left.map(({ label }) => label))]).toEqual(['control']);
  }, 240_000);
});
