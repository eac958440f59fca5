import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { codeFor } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const PASSWORD = canary('password');
const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value of the store');
let kv: DevKv;
let stack: TestStack;
let world: World;
let agent: AgentProcess;
let browser: Browser;

beforeAll(async () => {
  kv = await startDevKv({ token: KV_TOKEN });
  kv.put('secret/apps/payments/db', { PASSWORD: VALUE });
  [stack, browser] = await Promise.all([startStack({ worker: true }), openChromium()]);
  world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
  agent = await startAgentOf(world, {
    apiUrl: stack.apis[0]!.url,
    vaultToken: KV_TOKEN,
    vaultAddress: kv.url,
  });
  const workflow_id = created(await world.admin.post('/workflows', { name: 'nobody', min_approvers: 0 })).id;
  const selector = { environment_kind: 'non_prod', secret_ref_prefix: 'apps/payments/' };
  const rule = { name: 'open dev', selector, workflow_id, priority: 50, direct_reveal_allowed: true };
  created(await world.admin.post('/policies', rule));
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await stack?.stop();
  await kv?.stop();
});

/** A developer with a TOTP factor, who has signed in. */
async function enter(name: string): Promise<{ walk: Walk; page: Page; secret: string }> {
  const person = await world.person(name, 'developer');
  const secret = await person.enrollTotp();
  const walk = await Walk.begin(browser, stack.apis[0]!.url);
  const { page } = walk;
  await walk.context.grantPermissions(['clipboard-write']);
  await walk.signIn('/requests/new', `${name}@example.test`, PASSWORD);
  await page.getByLabel('Secret').waitFor();
  return { walk, page, secret };
}

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
