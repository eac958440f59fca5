import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { noteSigner, verifierKey } from '#libs/merkle-log';
import { dataOf } from '../../packages/client/src/index.js';
import { canaryKey } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const SEED = canaryKey('signing key');
let stack: TestStack;
let world: World;
let browser: Browser;

beforeAll(async () => {
  const env = { SVC_AUDIT_SIGNING_KEY: SEED.toString('base64'), SVC_WORKER_AUDIT_SEAL_INTERVAL: '50ms' };
  [stack, browser] = await Promise.all([startStack({ worker: true, env }), openChromium()]);
  world = await buildWorld(stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

async function signIn(email: string, password: string, path: string, width = 1280): Promise<Walk> {
  const walk = await Walk.begin(browser, stack.apis[0]!.url, { width, height: width < 500 ? 740 : 900 });
  await walk.page.goto(path);
  await walk.page.getByLabel('E-mail address').fill(email);
  await walk.page.getByLabel('Password').fill(password);
  await walk.page.keyboard.press('Enter');
  return walk;
}

/** Enrols an agent of the world's connection as the agent does. */
async function enrolAgent(name: string): Promise<void> {
  const tokens = `/provider-connections/${world.connection.id}/enrollment-tokens`;
  const { enrollment_token } = created(await world.admin.post(tokens, {}));
  const { publicKey } = generateKeyPairSync('x25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const body = { enrollment_token, name, cluster_name: 'main', public_key: raw, version: '1.4.2' };
  await dataOf(world.admin.api.POST('/api/v1/agents/enroll', { body }));
}

describe('an administrator’s oversight in the browser', () => {
  it('reads the audit log and proves it with a key of their own', async () => {
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/audit?action=team.*');
    const { page } = walk;
    await page.getByRole('row', { name: /created the team platform/ }).waitFor();
    await eventually(async () => {
      const [newest] = (await world.admin.get('/audit-events?limit=1')).body;
      return newest.leaf_index !== null;
    }, 'a sealed log');
    await page.getByRole('button', { name: 'Verify these 1' }).click();
    await page
      .getByText(/^1 of 1 sealed, tree of [\d,]+ events, key from this service, not pinned\.$/)
      .waitFor();
    await walk.checkAccess('audit, verified');

    const { origin } = (await world.admin.get('/audit-checkpoints/latest')).body;
    const pin = async (seed: Uint8Array): Promise<void> => {
      await page.getByRole('button', { name: 'Key of the log' }).click();
      await page.getByLabel('Key to pin').fill(verifierKey(noteSigner(origin, seed)));
      await page.getByRole('button', { name: 'Pin', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await pin(new Uint8Array(32).fill(1));
    await page.getByRole('button', { name: 'Verify these 1' }).click();
    await page.getByText(/1 do not match/).waitFor();
    await page.getByRole('button', { name: 'Key of the log' }).click();
    await page.getByText('The service names another key now').waitFor();
    await walk.checkAccess('key dialog');
    await page.keyboard.press('Escape');
    await pin(SEED);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('row', { name: /created the connection main-vault/ }).waitFor();
    await page.getByLabel('Raw names').check();
    await page.getByRole('button', { name: /^Verify these/ }).click();
    await page.getByText(/key pinned/).waitFor();
    expect(await page.getByText('Sealed, your key').count()).toBeGreaterThan(10);
    await page.getByText('Does not match').waitFor({ state: 'detached' });
    await walk.checkAccess('audit, all');
    await page.getByRole('link', { name: /created the connection main-vault/ }).click();
    await page.getByText('Computed in this browser: it holds.').waitFor();
    await walk.checkAccess('audit event');
    await walk.end();
  }, 120_000);

  it('sees the fleet, revokes an agent, and finds jobs and secrets', async () => {
    await enrolAgent('east-1');
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/fleet');
    const { page } = walk;
    await page.getByRole('link', { name: '1.4.2' }).waitFor();
    await walk.checkAccess('fleet');
    await page.getByRole('link', { name: 'east-1' }).click();
    await page.getByRole('heading', { name: 'east-1' }).waitFor();
    await walk.checkAccess('agent');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('It is cut off at once and for good').waitFor();
    await walk.checkAccess('agent, asked');
    await page.getByLabel('Type east-1 to confirm').fill('east-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('It is revoked already.').waitFor();
    await page.getByRole('link', { name: 'Its jobs' }).click();
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await walk.checkAccess('jobs');
    await page.goto('/secrets');
    await page.getByText('No discovery has found a secret yet that you may see.').waitFor();
    await walk.checkAccess('secrets');
    await page.goto('/inbox');
    await page.getByText(/^(No team of yours|Nothing waits)/).waitFor();
    await walk.checkAccess('inbox');
    await walk.end();
  }, 120_000);
});
