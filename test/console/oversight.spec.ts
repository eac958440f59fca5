import { generateKeyPairSync } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { noteSigner } from '#libs/merkle-log';
import { verifierKey } from '../../libs/merkle-log/src/signed-note.js';
import { dataOf } from '../../packages/client/src/index.js';
import { runCommand } from '../../tools/verify/run-command.js';
import { canaryKey } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, PASSWORD, readBody, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const SEED = canaryKey('signing key');
const UNAVAILABLE = { error_code: 'dependency_unavailable', message: 'No.' };
let stack: TestStack;
let world: World;
let browser: Browser;

beforeAll(async () => {
  const env = {
    SVC_GITOPS_ENABLED: 'true',
    SVC_AUDIT_SIGNING_KEY: SEED.toString('base64'),
    SVC_WORKER_AUDIT_SEAL_INTERVAL: '250ms',
  };
  [stack, browser] = await Promise.all([startStack({ worker: true, env }), openChromium()]);
  world = await buildWorld(stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

async function signIn(email: string, password: string, path: string): Promise<Walk> {
  const walk = await Walk.begin(browser, stack.apis[0]!.url, { width: 1280, height: 900 });
  await walk.signIn(path, email, password);
  return walk;
}

/** Enrolls an agent of the world's connection as the agent does. @returns what calls as it */
async function enrollAgent(name: string): Promise<(path: string, body?: object) => Promise<any>> {
  const tokens = `/provider-connections/${world.connection.id}/enrollment-tokens`;
  const { enrollment_token } = created(await world.admin.post(tokens, {}));
  const { publicKey } = generateKeyPairSync('x25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const body = { enrollment_token, name, cluster_name: 'main', public_key: raw, version: '1.4.2' };
  const { agent_id, agent_token } = await dataOf(world.admin.api.POST('/api/v1/agents/enroll', { body }));
  const [client, headers] = [new TestClient(stack.apis[0]!.url), { 'x-agent-secret': agent_token }];
  return async (path, sent) => {
    const method = sent === undefined ? 'GET' : 'POST';
    const answer = await client.call(method, `/agents/${agent_id}${path}`, sent, { headers });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
}

/** Has a change approved and written by an agent. @returns its id */
async function executedChange(agent: (path: string, body?: object) => Promise<any>): Promise<string> {
  const { project, dev, connection } = world;
  const place = { project_id: project.id, environment_id: dev.id, provider_connection_id: connection.id };
  const key_values = { password: canaryKey('changed value').toString('base64') };
  const body = { ...place, secret_ref: 'apps/web', key_values };
  const { id } = created(await world.developer.post('/requests', body));
  expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
  const job = await agent('/jobs/claim', {});
  await agent(`/wraps/${job.wraps[0].wrap_id}`);
  await agent(`/jobs/${job.id}/complete`, { status: 'succeeded' });
  return id;
}

/** Changes an event as the owner of its table can, past the triggers that refuse it to everybody else. */
async function changeActor(id: string, actor: string): Promise<void> {
  await withClient(stack.databaseUrl, async (database) => {
    await database.query('SET session_replication_role = replica');
    await database.query('UPDATE audit_events SET actor = $2 WHERE id = $1', [id, actor]);
  });
}

/** Saves the proofs of a page's events, and has the command prove them that auditors use. */
async function saveAndVerify(page: Page, events: number, key: string): Promise<void> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save evidence' }).click();
  const file = await (await saved).path();
  await page.getByText(`${events} ${events === 1 ? 'proof' : 'proofs'} saved.`).waitFor();
  const lines: string[] = [];
  const stdout = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) });
  const argv = ['node', 'countersign-verify', '--key', key, '--proof', file];
  expect(await runCommand({ argv, stdin: Readable.from([]), stdout, stderr: stdout })).toBe(0);
  expect(lines.join('').match(/^VERIFIED +leaf/gm)).toHaveLength(events);
}

const colourOf = (shown: Locator): Promise<string> =>
  shown.evaluate((element) => (globalThis as any).getComputedStyle(element).color);

/** The colour that a state of this kind has. */
const toneOf = ({ page }: Walk, tone: string): Promise<string> =>
  page.evaluate((name) => {
    const { document, getComputedStyle } = globalThis as any;
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = `var(--${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, tone);

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
    await saveAndVerify(page, 1, verifierKey(noteSigner(origin, SEED)));
    await walk.checkAccess('audit event');
    await walk.end();
  }, 120_000);

  it('narrows the audit log by person, time, project and request, and to what needs eyes', async () => {
    const request = created(await world.developer.post('/requests/read', readBody(world)));
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/audit');
    const { page } = walk;
    // What needs eyes is rare: its list goes back further, the other one does not then.
    for (const [view, address, span] of [
      ['Needs eyes', '**/audit?view=needs-eyes', 'last 7 days'],
      ['All events', '**/audit', 'last 24 hours'],
    ] as const) {
      await page.getByRole('link', { name: view }).click();
      await page.waitForURL(address);
      const chosen = page.getByLabel('When').locator('option:checked');
      await chosen.filter({ hasText: span }).waitFor({ state: 'attached' });
    }
    const by = page.getByRole('combobox', { name: 'By' });
    await by.fill('nobody-begins-so');
    await by.press('Enter');
    await page.getByText('No match.').waitFor();
    await walk.checkAccess('audit, nobody found');
    await by.fill('develop');
    await by.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('actor') === `user:${world.developer.userId}`);
    await page
      .getByRole('row', { name: /^developer submitted the request/ })
      .first()
      .waitFor();
    expect(await by.inputValue()).toBe('developer');
    // A field that is left shows the filter that holds; an emptied one has none, and so has Escape.
    await by.fill('grac');
    await by.blur();
    expect(await by.inputValue()).toBe('developer');
    await by.fill('');
    await page.waitForURL('**/audit');
    await by.fill('develop');
    await by.press('Enter');
    await page.waitForURL((url) => url.searchParams.has('actor'));
    await by.press('Escape');
    await page.waitForURL('**/audit');
    expect(await by.inputValue()).toBe('');
    await by.fill('system:none');
    await by.press('Enter');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();

    await page.getByLabel('When').selectOption('range');
    const range = page.getByRole('search', { name: 'Time range' });
    await range.getByLabel('From').fill('2020-01-02T00:00');
    await range.getByLabel('until').fill('2020-01-01T00:00');
    await range.getByRole('button', { name: 'Show' }).click();
    await range.getByText('The end must be after the start.').waitFor();
    await range.getByLabel('until').fill('2020-01-03T00:00');
    await range.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Nothing matches.').waitFor();
    await walk.checkAccess('audit, a range');
    await page.setViewportSize({ width: 360, height: 740 });
    await walk.checkAccess('audit, a range on a phone');
    await page.setViewportSize({ width: 1280, height: 900 });
    await range.getByLabel('until').fill('');
    await range.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('row', { name: /created the team platform/ }).waitFor();

    const listedBefore = page.getByRole('row', { name: /created the team platform/ });
    await page.getByRole('link', { name: 'Needs eyes' }).click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'needs-eyes');
    await listedBefore.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /signed in with a password \(break glass\) Critical/ })
      .first()
      .waitFor();
    const rows = page.getByRole('rowheader');
    expect(await rows.filter({ hasText: 'Critical' }).count()).toBe(await rows.count());
    await walk.checkAccess('audit, what needs eyes');

    await page.goto(`/projects/${world.project.id}`);
    await page.getByRole('link', { name: 'Audit events' }).click();
    await page.getByRole('row', { name: /created the project payments/ }).waitFor();
    expect(await page.getByLabel(/^Project/).inputValue()).toBe(world.project.id);
    await page.goto(`/requests/${request.id}`);
    await page.getByRole('link', { name: 'Audit events' }).click();
    await page.getByRole('row', { name: /submitted the request/ }).waitFor();
    expect(await page.getByLabel(/^Request/).inputValue()).toBe(request.id);
    const { origin } = (await world.admin.get('/audit-checkpoints/latest')).body;
    await saveAndVerify(page, await rows.count(), verifierKey(noteSigner(origin, SEED)));
    await walk.checkAccess('audit of a request, saved');
    await walk.end();
  }, 120_000);

  it('is warned if the owner of the database has changed a row of the audit log', async () => {
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/audit?action=team.*');
    const { page } = walk;
    await page.getByRole('row', { name: /created the team platform/ }).waitFor();
    const [{ id, actor }] = (await world.admin.get('/audit-events?action=team.create')).body;
    await changeActor(id, 'system:reaper');
    await page.reload();
    await page.getByRole('row', { name: /the service \(reaper\) created the team platform/ }).waitFor();
    await page.getByRole('button', { name: 'Verify these 1' }).click();
    const seal = page.getByRole('row', { name: /the service .* Does not match/ }).getByText('Does not match');
    await seal.waitFor();
    expect(await colourOf(seal)).toBe(await toneOf(walk, 'bad'));
    await walk.checkAccess('audit, a changed row');
    await changeActor(id, actor);
    await page.reload();
    await page.getByRole('button', { name: 'Verify these 1' }).click();
    const good = page.getByText('Sealed, key from this service');
    await good.waitFor();
    expect(await colourOf(good)).toBe(await toneOf(walk, 'ok'));
    expect(await toneOf(walk, 'ok')).not.toBe(await toneOf(walk, 'bad'));
    await walk.end();
  }, 120_000);

  it('keeps the log’s checkpoint in the browser, and is warned on every page if the log doesn’t continue it', async () => {
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/audit');
    const { page } = walk;
    await page.getByRole('link', { name: 'The log as a whole' }).click();
    await page.getByText('It had not seen this log before.').waitFor();
    await page.getByText('countersign audit checkpoint --save').waitFor();
    await walk.checkAccess('audit log');
    const size = (await world.admin.get('/audit-checkpoints/latest')).body.tree_size;
    created(await world.admin.post('/teams', { name: 'later' }));
    await eventually(
      async () => (await world.admin.get('/audit-checkpoints/latest')).body.tree_size > size,
      'a larger log',
    );
    await page.reload();
    await page.getByText(/They are unchanged, and [\d,]+ came after them/).waitFor();
    // What a browser remembers that saw another history: the same size with another root.
    await page.evaluate((root) => {
      const { localStorage } = globalThis as any;
      const kept = JSON.parse(localStorage.getItem('countersign.log-checkpoint'));
      const lines = kept.checkpoint.split('\n');
      lines[2] = root;
      const forked = { ...kept, checkpoint: lines.join('\n') };
      localStorage.setItem('countersign.log-checkpoint', JSON.stringify(forked));
    }, Buffer.alloc(32, 7).toString('base64'));
    await page.goto('/audit');
    await page
      .getByRole('alert')
      .getByText(/it was rewritten\. Tell whoever is responsible/)
      .waitFor();
    await walk.checkAccess('audit, forked');
    await page.getByRole('link', { name: 'What this browser knows' }).click();
    await page.getByText('Does not match').waitFor();
    await walk.checkAccess('audit log, forked');
    await page.getByRole('button', { name: 'Forget what was kept' }).click();
    await page.getByText('It had not seen this log before.').waitFor();
    await walk.end();
  }, 120_000);

  it('reads the statistics of requests', async () => {
    const body = {
      project_id: world.project.id,
      provider_connection_id: world.connection.id,
      keys: ['user'],
    };
    const prod = { ...body, environment_id: world.prod.id, secret_ref: 'apps/prod' };
    created(
      await world.developer.post('/requests/read', {
        ...body,
        environment_id: world.dev.id,
        secret_ref: 'apps/dev',
      }),
    );
    const { id } = created(await world.developer.post('/requests/read', prod));
    expect((await world.approver.post(`/requests/${id}/reject`, { reason: 'not today' })).status).toBe(200);
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/requests');
    const { page } = walk;
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('row', { name: /^prod 1 1 0 0/ }).waitFor();
    await page
      .getByRole('img', { name: /^Median time to a decision by day/ })
      .first()
      .waitFor();
    await walk.checkAccess('statistics');
    await page.getByText('Show as table').click();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole('row', { name: new RegExp(`^${today} prod 1 1 0 0`) }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await walk.checkAccess('statistics as a table, on a phone');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel('When').selectOption('90d');
    await page.waitForURL('**/requests/statistics?days=90d');
    await page.getByRole('row', { name: /^prod 1 1 0 0/ }).waitFor();
    await walk.end();
    await world.person('stranger', null);
    const other = await signIn('stranger@example.test', PASSWORD, '/requests/statistics');
    await other.page.getByText('You need audit.read for this page.').waitFor();
    await other.page.getByText(/These roles carry it: admin, approver, developer(, |\.)/).waitFor();
    await other.checkAccess('statistics, without a role');
    await other.page.goto('/');
    await other.page.getByText('You have no role yet.').waitFor();
    await other.checkAccess('home, without a role');
    for (const [path, permission] of [
      ['/people', 'user_role.edit'],
      ['/requests/new', 'secret.request or secret.reveal.direct'],
      ['/jobs', 'integration.edit'],
      [`/people/${world.developer.userId}`, 'user_role.edit'],
      [`/audit/${world.project.id}`, 'audit.read'],
    ] as const) {
      await other.page.goto(path);
      await other.page.getByText(`You need ${permission} for this page.`).waitFor();
    }
    await other.page.goto('/requests/none/of/these');
    await other.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await other.checkAccess('no page');
    await other.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Secrets' }).click();
    await other.page.getByRole('heading', { name: 'Secrets' }).waitFor();
    await other.end();
  }, 120_000);

  it('reads lists on a phone, with a long e-mail address and while the service is in trouble', async () => {
    const long = await world.person('somebody-with-a-rather-long-name-of-an-account', 'developer', {
      fresh: true,
    });
    created(await long.post('/requests/read', readBody(world)));
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/requests');
    const { page } = walk;
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/requests', '/']) {
      await page.goto(path);
      await page.getByText('somebody-with-a-rather-long-name-of-an-account@example.test').waitFor();
      await walk.checkAccess(`${path} with a long address, on a phone`);
    }
    // A list that waits for a service in trouble says what it waits for.
    const away = { status: 503, headers: { 'Retry-After': '2' }, json: UNAVAILABLE };
    await page.route('**/api/v1/requests?*', (route) => route.fulfill(away));
    await page.goto('/requests');
    await page.getByText('A dependency of the service is unavailable.').waitFor();
    await page.getByText('Trying again…').waitFor();
    await walk.checkAccess('requests, unavailable');
    await page.unroute('**/api/v1/requests?*');
    await page.getByText('somebody-with-a-rather-long-name-of-an-account@example.test').waitFor();
    await walk.end();
  }, 120_000);

  it('shows a requester what GitOps saw of their change', async () => {
    const agent = await enrollAgent('near-argo');
    const endpoint = { name: 'argo', cluster_name: 'main', base_url: 'https://argo.test' };
    const { id: endpoint_id } = created(await world.admin.post('/argocd-endpoints', endpoint));
    const application = {
      ...{ name: 'shop', namespace: 'argocd', project: 'default', repo_url: null, path: null },
      ...{ target_revision: null, sync_status: 'Synced', health_status: 'Healthy', revision: 'abc123' },
    };
    const report = (over: object) =>
      agent('/gitops/observations', {
        endpoint_id,
        applications: [{ ...application, observed_at: new Date().toISOString(), ...over }],
      });
    await report({});
    const mapping = { project_id: world.project.id, environment_id: world.dev.id, app_name: 'shop' };
    created(await world.admin.post('/gitops-app-mappings', { ...mapping, argocd_endpoint_id: endpoint_id }));
    const id = await executedChange(agent);
    const walk = await signIn('developer@example.test', PASSWORD, `/requests/${id}`);
    const { page } = walk;
    await page.getByText('No application that is mapped to this environment was seen').waitFor();
    await report({ sync_status: 'OutOfSync', health_status: 'Progressing', revision: 'def456' });
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'shopOutOfSync, Progressingdef456' }).waitFor();
    await walk.checkAccess('request, seen by GitOps');
    await walk.end();
    const admin = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, `/gitops?endpoint=${endpoint_id}`);
    await admin.page.getByRole('row', { name: /shop .*OutOfSync, Progressing/ }).waitFor();
    await admin.page.getByRole('row', { name: /shop .*payments/ }).waitFor();
    await admin.page.getByRole('row', { name: /argo .*Enabled/ }).waitFor();
    await admin.checkAccess('GitOps');
    await admin.page.setViewportSize({ width: 360, height: 740 });
    await admin.checkAccess('GitOps, on a phone');
    await admin.end();
  }, 120_000);

  it('sees the fleet, revokes an agent, and finds jobs and secrets', async () => {
    await enrollAgent('east-1');
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/fleet');
    const { page } = walk;
    await page.getByRole('link', { name: '1.4.2' }).waitFor();
    await walk.checkAccess('fleet');
    await page.getByRole('link', { name: 'east-1' }).click();
    await page.getByRole('heading', { name: 'east-1' }).waitFor();
    await walk.checkAccess('agent');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('It is revoked immediately and permanently').waitFor();
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
    await page.getByText(/^(No requests wait|Nothing waits)/).waitFor();
    await walk.checkAccess('inbox');
    await walk.end();
  }, 120_000);

  it('follows the audit log beyond a page of it', async () => {
    const walk = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD, '/audit');
    const { page } = walk;
    const make = async (name: string): Promise<void> =>
      void created(await world.admin.post('/teams', { name }));
    await make('oldest of a page');
    for (let teams = 1; teams <= 50; teams++) await make(`followed-${teams}`);
    await page.getByLabel('Follow').check();
    await page.getByRole('row', { name: /created the team oldest of a page/ }).waitFor();
    await make('newest');
    await page.getByRole('row', { name: /created the team newest/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    await walk.end();
  }, 120_000);
});
