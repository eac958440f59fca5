import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import type { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk, type WalkOptions } from './walk.js';

const PASSWORD = canary('password');
const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value of another team');
const PHONE = { width: 360, height: 740 };
let kv: DevKv;
let stack: TestStack;
let world: World;
let agent: AgentProcess;
let browser: Browser;
let developer: TestClient;
let database: pg.Pool;
let target: { team: string; project: string; environment: string };

beforeAll(async () => {
  kv = await startDevKv({ token: KV_TOKEN });
  [stack, browser] = await Promise.all([startStack({ worker: true }), openChromium()]);
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
  agent = await startAgentOf(world, {
    apiUrl: stack.apis[0]!.url,
    vaultToken: KV_TOKEN,
    vaultAddress: kv.url,
  });
  target = await buildTarget();
  developer = await world.person('ada', 'developer');
  await world.person('grace', 'value_provider', { scope: { team_id: target.team } });
  await world.person('linus', 'approver', { scope: { project_id: world.project.id } });
  await world.person('joan', 'security_approver');
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await database?.end();
  await stack?.stop();
  await kv?.stop();
});

/** The team that is asked, and the rule by which two people verify what it provides. */
async function buildTarget(): Promise<typeof target> {
  const { admin } = world;
  const team = created(await admin.post('/teams', { name: 'ledger' })).id;
  const project = created(await admin.post('/projects', { name: 'ledger-api', team_id: team })).id;
  const stage = { project_id: project, name: 'staging', type: 'staging', risk_level: 1 };
  const environment = created(await admin.post('/environments', stage)).id;
  created(await admin.post('/projects', { name: 'ledger-web', team_id: team }));
  const both = { name: 'both votes', min_approvers: 1, requires_security_approval: true };
  const workflow_id = created(await admin.post('/workflows', both)).id;
  const rule = { name: 'hand-overs', selector: { type: 'cross_team' }, workflow_id, priority: 100 };
  created(await admin.post('/policies', rule));
  return { team, project, environment };
}

async function enter(name: string, path: string, options: WalkOptions = {}): Promise<Walk> {
  const walk = await Walk.begin(browser, stack.apis[0]!.url, options);
  await walk.signIn(path, `${name}@example.test`, PASSWORD);
  return walk;
}

/** A request of ada for these keys, made by the interface. */
async function requested(...keys: string[]): Promise<any> {
  const body = {
    ...{ target_team_id: target.team, target_project_id: target.project },
    target_environment_id: target.environment,
    destination_provider_connection_id: world.connection.id,
    ...{ destination_secret_ref: 'apps/payments/ledger', destination_keys: keys },
  };
  return created(await developer.post('/requests/cross-team', body));
}

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/')[2]!;

describe('a cross-team request in the browser', () => {
  it('is submitted, filled on a phone, verified for source and security, and executed', async () => {
    const ada = await enter('ada', '/requests/new');
    const { page } = ada;
    await page.getByLabel('Have values provided by another team').check();
    await page.getByLabel('of its project').selectOption({ label: 'ledger-api' });
    await page.getByText('Somebody of ledger provides the values of staging').waitFor();
    await page.getByLabel('Our secret that gets them').fill('apps/payments/ledger');
    await page.getByLabel('For our project').selectOption({ label: 'payments' });
    await page.getByLabel('Connection').selectOption({ label: 'main-vault' });
    await page.getByLabel('Key', { exact: true }).fill('API_KEY');
    await page.keyboard.press('Enter');
    await page.getByLabel('Why').fill('Payments must call the ledger.');
    await ada.checkAccess('ask another team');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('heading', { name: /ada@example.test asks ledger for API_KEY/ }).waitFor();
    await page.getByText('You made this request: the other parts are for others.').waitFor();
    await ada.checkAccess('own hand-over');
    const id = idOf(page);

    const grace = await enter('grace', '/inbox', PHONE);
    await grace.page.getByRole('link', { name: /apps\/payments\/ledger/ }).click();
    await grace.page.getByText('Payments must call the ledger.').waitFor();
    await grace.page.getByText('No value yet for API_KEY.').waitFor();
    await grace.checkAccess('fill, empty');
    await grace.page.getByLabel('Value of API_KEY').fill(VALUE);
    await grace.page.getByLabel('Comment').fill('Valid until June.');
    await grace.checkAccess('fill');
    await grace.page.getByRole('button', { name: 'Provide values' }).click();
    await grace.page.getByText('You provided the values: others verify them.').waitFor();
    await grace.page.getByText('You provided these values; somebody else must verify them.').waitFor();
    expect((await developer.get(`/requests/${id}`)).body).toMatchObject({
      ...{ status: 'pending_verification', fill_comment: 'Valid until June.' },
    });
    await grace.page.evaluate(() => (globalThis as any).scrollTo(0, 1e6));
    await grace.checkAccess('provided');
    await grace.end();

    const linus = await enter('linus', '/', {});
    await linus.page
      .getByRole('link', { name: /apps\/payments\/ledger/ })
      .first()
      .click();
    await linus.page.getByText('You can verify for the source.').waitFor();
    await linus.page.getByText('For the source, payments').waitFor();
    await linus.checkAccess('verify for the source');
    await linus.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await linus.page.getByText('Approved for the source. Security is next.').waitFor();
    await linus.page.getByText('You approved for the source.').waitFor();
    await linus.end();

    const joan = await enter('joan', `/requests/${id}`, PHONE);
    await joan.page.getByText('You can verify for security.').waitFor();
    const stops = joan.page.getByRole('listitem');
    await stops.filter({ hasText: /^Source approved *linus/ }).waitFor();
    await stops.filter({ hasText: /^Security *not yet/ }).waitFor();
    await joan.checkAccess('two lanes on a phone');
    await joan.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await joan.page.getByText('Approved.', { exact: true }).waitFor();
    await joan.end();

    await eventually(
      async () => (await developer.get(`/requests/${id}`)).body.status === 'executed',
      'executed',
    );
    const headers = { 'x-vault-token': KV_TOKEN };
    const stored: any = await (
      await fetch(`${kv.url}/v1/secret/data/apps/payments/ledger`, { headers })
    ).json();
    expect(stored.data.data.API_KEY).toBe(VALUE);
    await page.getByText('Executed', { exact: true }).first().waitFor();
    await page.getByText('joan@example.test approved').first().waitFor();
    await page.getByRole('link', { name: 'Reveal' }).waitFor();
    await ada.checkAccess('own hand-over, executed');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('row', { name: /^Source approved linus/ }).waitFor();
    await page.getByRole('row', { name: /^Security approved joan/ }).waitFor();
    await page.getByRole('row', { name: /^Written to the store main-vault/ }).waitFor();
    await ada.checkAccess('own hand-over as a table');
    await ada.end();
  }, 240_000);

  it('requires a choice of the source project if several match the secret', async () => {
    const { admin, connection, team } = world;
    const project = created(await admin.post('/projects', { name: 'billing', team_id: team.id })).id;
    const bindings = `/provider-connections/${connection.id}/bindings`;
    const binding = created(await admin.post(bindings, { project_id: project })).id;
    kv.put('secret/apps/shared', { PASSWORD: canary('value of two projects') });
    const discovery = { kind: 'discover', provider_connection_id: connection.id };
    const { job_id } = (await admin.post('/jobs', discovery)).body;
    await eventually(
      async () => (await admin.get(`/jobs/${job_id}`)).body.status === 'succeeded',
      'discovered',
    );
    const ada = await enter('ada', '/requests/new?kind=cross_team');
    const { page } = ada;
    await page.getByLabel('of its project').selectOption({ label: 'ledger-api' });
    const ours = page.getByLabel('For our project');
    await page.getByLabel('Our secret that gets them').fill('apps/shared');
    await ours.waitFor({ state: 'detached' });
    await page.getByLabel('Another key').fill('API_KEY');
    await page.keyboard.press('Enter');
    const request = page.getByRole('button', { name: 'Request', exact: true });
    await request.click();
    await page.getByText('More than one source project matches: choose one.').waitFor();
    expect(await ours.locator('option').allTextContents()).toEqual(['Choose…', 'payments', 'billing']);
    await ada.checkAccess('more than one project fits');
    await ours.selectOption({ label: 'billing' });
    await request.click();
    await page.getByRole('heading', { name: /ada@example.test asks ledger for API_KEY/ }).waitFor();
    expect((await developer.get(`/requests/${idOf(page)}`)).body).toMatchObject({ project_id: project });
    await ada.end();
    // The requests of the other tests name no project.
    expect((await admin.delete(`/provider-connection-bindings/${binding}`)).status).toBe(204);
  }, 120_000);

  it('is refused with a reason that the requester reads', async () => {
    const { id } = await requested('API_KEY', 'API_SECRET');
    const { page, walk } = await enterFill('grace', id);
    await page.getByRole('button', { name: 'Refuse…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Why').fill('not ours');
    await dialog.getByText('2 more characters.').waitFor();
    await walk.checkAccess('refuse');
    await dialog.getByLabel('Why').fill('This key is not ours to give.');
    await dialog.getByRole('button', { name: 'Refuse', exact: true }).click();
    await page.getByText('Refused', { exact: true }).first().waitFor();
    await walk.end();
    expect((await developer.get(`/requests/${id}`)).body).toMatchObject({
      ...{ status: 'refused', refuse_reason: 'This key is not ours to give.' },
    });
    const ada = await enter('ada', `/requests/${id}`);
    await ada.page.getByText('This key is not ours to give.').first().waitFor();
    await ada.end();
  }, 120_000);

  it('is not filled by its requester, nor after its expiry', async () => {
    const { id } = await requested('API_KEY');
    const ada = await enterFill('ada', id);
    await ada.page.getByText('You requested this yourself; somebody else must answer it.').waitFor();
    for (const name of ['Refuse…', 'Provide values'])
      expect(await ada.page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    await ada.walk.checkAccess('fill, own request');
    await ada.walk.end();

    const { page, walk } = await enterFill('grace', id);
    await page.getByLabel('Value of API_KEY').fill(VALUE);
    await database.query(`UPDATE access_requests SET expires_at = now() - interval '1 s' WHERE id = $1`, [
      id,
    ]);
    await page.getByRole('button', { name: 'Provide values' }).click();
    await page.getByText('The time to provide values has passed.').waitFor();
    await page.getByText(/^The time to provide these values ended at/).waitFor();
    expect(await page.getByLabel('Value of API_KEY').inputValue()).toBe(VALUE);
    await walk.checkAccess('fill, too late');
    await walk.end();
  }, 120_000);
});

async function enterFill(name: string, id: string): Promise<{ walk: Walk; page: Page }> {
  const walk = await enter(name, `/requests/${id}/fill`);
  await walk.page.getByRole('heading', { name: /asks ledger for values/ }).waitFor();
  return { walk, page: walk.page };
}
