import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { type AgentProcess, startAgent } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const KV_TOKEN = canary('token-of-the-store');
let stack: TestStack;
let kv: DevKv;
let world: World;
let browser: Browser;
let agent: AgentProcess | undefined;

beforeAll(async () => {
  kv = await startDevKv({ token: KV_TOKEN });
  kv.put('secret/apps/payments', { password: canary('value'), user: canary('other value') });
  [stack, browser] = await Promise.all([startStack({ worker: true }), openChromium()]);
  world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await stack?.stop();
  await kv?.stop();
});

async function signIn(path: string, width = 1280): Promise<Walk> {
  const walk = await Walk.begin(browser, stack.apis[0]!.url, { width, height: width < 500 ? 740 : 900 });
  await walk.signIn(path, ADMIN_EMAIL, ADMIN_PASSWORD);
  return walk;
}

const all = async (): Promise<any[]> => (await world.admin.get('/provider-connections')).body;
const named = async (name: string): Promise<any> => (await all()).find((each) => each.name === name);

describe('an administrator connects a store in the browser', () => {
  it('is stopped before a credential is sent, and connects the store without one', async () => {
    const walk = await signIn('/connections');
    const { page } = walk;
    await page.getByRole('row', { name: /main-vault.*No agent alive/ }).waitFor();
    await walk.checkAccess('connections');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/provider-connections'))
        sent.push(request.postData() ?? '');
    });
    await page.getByRole('link', { name: 'Connect a store' }).click();
    await walk.staysWith('main-vault', page.getByLabel('Name', { exact: true }), 'Connections');
    await page.getByLabel('Cluster (optional)').fill('main');
    await page.getByRole('button', { name: 'Paste the scope as JSON' }).click();
    const pasted = { address: kv.url, kvMount: 'secret', auth: { Access_Token: 'x' } };
    await page.getByLabel('Scope as JSON').fill(JSON.stringify(pasted));
    await page.getByText('“Access_Token” is a credential.').waitFor();
    await walk.checkAccess('a credential is told');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByLabel('Scope as JSON').fill('{"region": ');
    await page.getByText('This is not a JSON object.').waitFor();
    await page
      .getByLabel('Scope as JSON')
      .fill(JSON.stringify({ address: kv.url, region: 'x', kvMount: 'a' }));
    await page.getByText('Unknown for this type of store: region.').waitFor();
    await page.getByRole('button', { name: 'Fill in fields instead' }).click();
    await page.getByLabel('Address', { exact: true }).fill(kv.url);
    await page.getByLabel('Mount', { exact: true }).fill('secret');
    await page.getByLabel('Folder').fill('hvs.CAESIsomething');
    await page.getByText('This looks like a secret.').waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    expect(sent).toEqual([]);
    await page.getByLabel('Folder').fill('apps');
    await page.getByText('This looks like a secret.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('A connection with this name already exists.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('apps-vault');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'apps-vault' }).waitFor();
    expect(await named('apps-vault')).toMatchObject({
      ...{ type: 'vault', cluster_name: 'main', discover_enabled: false },
      scope: { address: kv.url, kvMount: 'secret', kvPrefix: 'apps' },
    });
    await walk.end();
  }, 120_000);

  it('enrolls the agent with only the keyboard; the token is nowhere but on the page', async () => {
    const { id } = await named('apps-vault');
    const walk = await signIn(`/connections/${id}?tab=enrollment`);
    const { page } = walk;
    await page.getByText('No token has been issued yet.').waitFor();
    await walk.checkAccess('enrollment');
    const focused = async (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement: element } = (globalThis as any).document;
        return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
      });
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 60 && (await focused()) !== name; presses += 1)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    };
    await tabTo('Name of the agent');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('apps-1');
    await tabTo('Enroll an agent');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Enrollment token' }).waitFor();
    expect(await focused()).toBe('Enrollment token');
    const token = (await page.getByRole('textbox', { name: 'Enrollment token' }).textContent())!;
    await tabTo('Kubernetes, with the Helm chart');
    await page.keyboard.press('Enter');
    await page.getByText('helm upgrade --install countersign-agent').waitFor();
    await page.getByText('Not used yet').waitFor();
    await walk.checkAccess('a token is shown');
    expect((await page.content()).split(token)).toHaveLength(2);
    const kept = await page.evaluate(() => {
      const { localStorage, sessionStorage, history, location } = globalThis as any;
      return JSON.stringify([localStorage, sessionStorage, history.state, location.href]);
    });
    expect(kept).not.toContain(token);

    const { url: apiUrl } = stack.apis[0]!;
    const store = { vaultToken: KV_TOKEN, vaultAddress: kv.url };
    agent = await startAgent({ apiUrl, enrollmentToken: token, clusterName: 'main', ...store });
    await page.getByText(/story-agent has enrolled.*Alive/).waitFor({ timeout: 60_000 });
    expect(await page.content()).not.toContain(token);
    await walk.checkAccess('the agent has come');
    await tabTo('Done');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Used.*story-agent/ }).waitFor();
    await page.getByRole('button', { name: 'Revoke the token' }).focus();
    await page.getByText('This enrollment token has already been used.').waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('row', { name: /story-agent.*Alive/ }).waitFor();
    await walk.checkAccess('agents of a connection');
    await walk.end();
  }, 180_000);

  it('runs a discovery, follows the job to its end, and binds', async () => {
    const { id } = await named('apps-vault');
    const walk = await signIn(`/connections/${id}?tab=discovery`);
    const { page } = walk;
    await page.getByText('No discovery has run yet.').waitFor();
    await page.getByRole('button', { name: 'Discover now' }).click();
    await page.getByRole('row', { name: /Succeeded/ }).waitFor({ timeout: 60_000 });
    expect(await named('apps-vault')).toMatchObject({ last_discover_status: 'success', agents_alive: 1 });
    await walk.checkAccess('discovery');
    await page.getByRole('button', { name: 'Check the connection' }).click();
    await page.getByRole('heading', { name: 'Connectivity check' }).waitFor();
    await page.getByRole('status').getByText('Succeeded').waitFor({ timeout: 60_000 });
    await walk.checkAccess('job');
    const [job] = (await world.admin.get('/jobs?kind=connectivity_check')).body;
    expect(job).toMatchObject({ provider_connection_id: id, status: 'succeeded' });
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(job.id));
    await page.getByRole('link', { name: 'apps-vault' }).click();

    await page.getByRole('link', { name: 'Bindings' }).click();
    await page.getByText('It is bound nowhere yet').waitFor();
    for (const expected of ['Bound.', 'This binding already exists.']) {
      await page.getByRole('button', { name: 'Bind', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Project').selectOption({ label: 'payments' });
      await dialog.getByLabel('Environment').selectOption({ label: 'dev' });
      await dialog.getByRole('button', { name: 'Bind', exact: true }).click();
      await page.getByText(expected).waitFor();
    }
    await walk.checkAccess('binding exists');
    await page.getByRole('button', { name: 'Back' }).click();
    const { body: bindings } = await world.admin.get(`/provider-connections/${id}/bindings`);
    expect(bindings).toMatchObject([{ project_id: world.project.id, environment_id: world.dev.id }]);
    await walk.end();
  }, 180_000);

  it('reports that a discovery is already running', async () => {
    // No agent answers for it: what is started stays queued.
    const { id } = world.connection;
    const walk = await signIn(`/connections/${id}?tab=discovery`);
    const { page } = walk;
    await page.getByText('No discovery has run yet.').waitFor();
    const discovery = { kind: 'discover', provider_connection_id: id };
    expect((await world.admin.post('/jobs', discovery)).status).toBe(202);
    await page.getByRole('button', { name: 'Discover now' }).click();
    await page.getByText('A discovery of this connection is already running.').waitFor();
    await page.getByRole('row', { name: /Queued/ }).waitFor();
    await walk.checkAccess('a discovery is running already');
    await walk.end();
    expect((await world.admin.get(`/jobs?kind=discover&provider_connection_id=${id}`)).body).toHaveLength(1);
  }, 120_000);

  it('changes it concurrently, disables it, and deletes it when it is unused', async () => {
    const { id } = await named('apps-vault');
    const walk = await signIn(`/connections/${id}`, 360);
    const { page } = walk;
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description (optional)').fill('Apps of all teams');
    await world.admin.put(`/provider-connections/${id}`, { name: 'apps' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This has changed since you opened it.').waitFor();
    await dialog.getByText('Name, now').waitFor();
    expect(await dialog.getByLabel('Description (optional)').inputValue()).toBe('Apps of all teams');
    await walk.checkAccess('changed meanwhile');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Apps of all teams').waitFor();
    expect(await named('apps')).toMatchObject({ id, description: 'Apps of all teams' });

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('no request through it can start').waitFor();
    await walk.checkAccess('what stops');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    expect(await named('apps')).toMatchObject({ status: 'disabled' });
    await walk.checkAccess('disabled');
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('1 binding and 0 open requests still use it.').waitFor();
    await walk.checkAccess('in use');
    await dialog.getByRole('link', { name: 'Its bindings' }).click();
    await page.getByText('This connection is disabled, so it accepts no requests.').waitFor();
    await page.getByRole('button', { name: 'Unbind payments, dev' }).click();
    await dialog.getByRole('button', { name: 'Unbind' }).click();
    await page.getByText('It is bound nowhere yet').waitFor();
    await walk.checkAccess('bound nowhere');
    for (const tab of ['Discovery', 'Agents', 'Enrollment']) {
      await page.getByRole('navigation', { name: 'Parts of the connection' }).getByText(tab).click();
      await page.getByRole('row').first().waitFor({ state: 'attached' });
      await walk.checkAccess(`${tab} on a phone`);
    }
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Connections' }).waitFor();
    expect(await named('apps')).toBeUndefined();
    await walk.checkAccess('connections on a phone');
    await walk.end();
  }, 180_000);
});
