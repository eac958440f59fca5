import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { canary } from '../support/canary.js';
import { codeFor, type TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const PASSWORD = canary('password');
let stack: TestStack;
let world: World;
let browser: Browser;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ profile: 'strict' }), openChromium()]);
  world = await buildWorld(stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** Somebody with a TOTP factor who has signed in by password, and shown no second factor yet. */
async function enter(
  name: string,
  role: string,
): Promise<{ client: TestClient; secret: string; walk: Walk }> {
  const client = await world.person(name, role);
  const secret = await client.enrollTotp();
  const walk = await Walk.begin(browser, stack.apis[0]!.url);
  await walk.signIn('/', `${name}@example.test`, PASSWORD);
  await walk.page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
  return { client, secret, walk };
}

describe('the strict profile in the browser', () => {
  it('requires a fresh step-up for changes that the standard profile accepts without one, and keeps the input', async () => {
    const { client, secret, walk } = await enter('grace', 'admin');
    const { page } = walk;
    await page.goto('/teams');
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('ledger');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from your authenticator app').waitFor();
    await page.getByRole('dialog').getByText('ledger').waitFor();
    await walk.checkAccess('step-up before a new team');
    expect((await world.admin.get('/teams')).body).toHaveLength(1);
    await page.keyboard.type(codeFor(secret, 0));
    await page.getByRole('heading', { name: 'ledger', level: 1 }).waitFor();

    // Shown a moment ago: the next change asks for nothing.
    await page.goto('/workflows/new');
    await page.getByLabel('Name', { exact: true }).fill('nobody is asked');
    await page.getByLabel('How many people approve', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'nobody is asked', level: 1 }).waitFor();

    await page.goto('/policies/new');
    await page.getByLabel('Name', { exact: true }).fill('free for all');
    await page.getByLabel('Reference begins with', { exact: true }).fill('apps/free/');
    await page.getByLabel('Workflow', { exact: true }).selectOption({ label: 'nobody is asked' });
    await withClient(stack.databaseUrl, (database) =>
      database.query(`UPDATE sessions SET last_mfa_at = last_mfa_at - interval '1 day' WHERE user_id = $1`, [
        client.userId,
      ]),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Code from your authenticator app').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('free for all');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Code from your authenticator app').waitFor();
    await page.keyboard.type(codeFor(secret, 1));
    await page.getByText('Version 1', { exact: true }).waitFor();
    await walk.end();
  }, 120_000);

  it('shows that prod requires an approval if the rule requires none', async () => {
    const { walk } = await enter('ada', 'developer');
    const { page } = walk;
    await page.goto('/requests/new');
    await page.getByLabel('Secret', { exact: true }).fill('apps/free/db');
    const environment = page.getByLabel('Environment', { exact: true });
    const inProd = 'Prod environments require an approver, and the workflow has none.';
    await environment.selectOption({ label: 'dev · payments' });
    await page.getByLabel('Key', { exact: true }).fill('PASSWORD');
    await page.keyboard.press('Enter');
    await page.getByText('You request it').waitFor();
    expect(await page.getByText(inProd).count()).toBe(0);
    await environment.selectOption({ label: 'prod · payments' });
    await page.getByText(inProd).waitFor();
    await walk.checkAccess('prod needs an approval');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('alert').getByText(inProd).waitFor();
    expect((await world.developer.get('/requests')).body).toEqual([]);
    await walk.end();
  }, 120_000);
});
