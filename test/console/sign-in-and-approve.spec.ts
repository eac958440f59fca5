import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import pg from 'pg';
import { canary } from '../support/canary.js';
import { codeFor } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const PASSWORD = canary('password');
let stack: TestStack;
let world: World;
let browser: Browser;
let database: pg.Pool;

beforeAll(async () => {
  [stack, browser] = await Promise.all([
    startStack({ env: { SVC_REQUIRE_MFA_AT_LOGIN: 'true' } }),
    openChromium(),
  ]);
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  world = await buildWorld(stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await stack?.stop();
});

describe('an approver in the browser', () => {
  it('signs in with password and code, opens a request from the list and approves it with a second factor', async () => {
    const request = created(
      await world.developer.post('/requests/read', {
        ...{ project_id: world.project.id, environment_id: world.prod.id },
        ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/payments/db' },
        ...{ keys: ['PASSWORD', 'USER'], justification: 'Deploy 4.2 fails: pool auth.' },
      }),
    );
    const approver = await world.person('grace', 'approver');
    const secret = await approver.enrollTotp();
    const walk = await Walk.begin(browser, stack.apis[0]!.url);
    const { page } = walk;

    await page.goto(`/requests?status=pending`);
    await page.getByLabel('E-mail address').fill('grace@example.test');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Invalid e-mail or password.').waitFor();
    await walk.checkAccess('sign-in, refused');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const code = page.getByLabel('Code from your authenticator app');
    await code.fill(codeFor(secret, 0));

    // Back where the address pointed to, with its filter.
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=pending');
    await page.getByLabel('Status').selectOption({ label: 'Approved' });
    await page.getByLabel('Project').selectOption({ label: 'payments' });
    await page.getByLabel('Environment').selectOption({ label: 'prod' });
    await page.getByLabel('Since').selectOption({ label: '7 days ago' });
    await page.getByLabel('Reference begins with').fill('apps/pay');
    await page.keyboard.press('Enter');
    await page.waitForURL(/ref_prefix=apps/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      ...{ status: 'pending,approved', since: '7d', ref_prefix: 'apps/pay' },
      ...{ project_id: world.project.id, environment_id: world.prod.id },
    });
    await page.getByRole('button', { name: 'Not Approved' }).click();
    await walk.checkAccess('list');
    await page.getByRole('link', { name: /apps\/payments\/db/ }).click();
    await page
      .getByRole('heading', { name: /requests to read PASSWORD, USER of apps\/payments\/db/ })
      .waitFor();
    await page.getByText('Deploy 4.2 fails: pool auth.').waitFor();
    await page.getByText('requests it for the first time').waitFor();
    await page.getByText('not in the 90 days before').waitFor();
    await page.getByText('unknown: no discovery has found the secret').waitFor();
    await walk.checkAccess('request');

    const stale = "UPDATE sessions SET last_mfa_at = last_mfa_at - interval '1 day' WHERE user_id = $1";
    await database.query(stale, [approver.userId]);
    // What a link needs is asked for while the code is still on its way, and asked for once.
    const calls: string[] = [];
    page.on('request', (call) => calls.push(call.url().replace(stack.apis[0]!.url, '')));
    await page.reload();
    await page.getByText('Deploy 4.2 fails: pool auth.').waitFor();
    expect(calls).toContain(`/api/v1/requests/${request.id}?expand=names`);
    expect(calls.filter((call) => call === '/api/v1/users/me')).toHaveLength(1);
    expect(await page.evaluate('countersignPrefetched.size')).toBe(0);

    await page.getByRole('button', { name: 'Add a comment' }).click();
    await page.getByLabel('Comment', { exact: true }).fill('Agreed.');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    await page.getByText(/Approve: developer@example.test, PASSWORD, USER/).waitFor();
    await walk.checkAccess('step-up');
    const first = codeFor(secret, 1).startsWith('0') ? '111111' : '000000';
    await code.fill(first);
    await page.getByText('Invalid code. Each code works only once.').waitFor();
    await code.fill(codeFor(secret, 1));
    await page.getByText('Approved. 1 of 1.').waitFor();
    expect((await world.developer.get(`/requests/${request.id}`)).body).toMatchObject({
      status: 'approved',
      approvals: [{ approver_email: 'grace@example.test', comment: 'Agreed.' }],
    });
    await page.getByText('Agreed.').waitFor();
    await walk.checkAccess('request, approved');
    await page.getByText('What an approver should know').waitFor({ state: 'detached' });

    // The factor is fresh now: no prompt follows, so a second press does instead. A phone has a comment, too.
    const next = created(
      await world.developer.post('/requests/read', {
        ...{ project_id: world.project.id, environment_id: world.prod.id },
        ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/payments/db', keys: ['USER'] },
        justification: 'Deploy 4.3 fails, too.',
      }),
    );
    await page.route('**/api/v1/secrets?*', (route) =>
      route.fulfill({ status: 403, json: { code: 'permission_denied' } }),
    );
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/requests/${next.id}`);
    await page.getByText('has requested it before').waitFor();
    const last = page.locator(`a[href="/requests/${request.id}"]`);
    expect(await last.allTextContents()).toEqual(['developer@example.test', 'developer@example.test']);
    await page.getByRole('button', { name: 'Add a comment' }).click();
    await page.getByLabel('Comment', { exact: true }).fill('From the train.');
    await page.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await page.getByText('This is prod: press once more to approve.').waitFor({ state: 'attached' });
    await walk.checkAccess('approving in prod');
    expect((await world.developer.get(`/requests/${next.id}`)).body.status).toBe('pending');
    await page.getByRole('button', { name: 'Approve for prod' }).click();
    await page.getByText('From the train.').waitFor();
    expect((await world.developer.get(`/requests/${next.id}`)).body).toMatchObject({
      ...{ status: 'approved', approvals: [{ comment: 'From the train.' }] },
    });
    await walk.end();
  }, 120_000);

  it('keeps input when the session ends, and continues after signing in again', async () => {
    const request = created(
      await world.developer.post('/requests/read', {
        ...{ project_id: world.project.id, environment_id: world.dev.id },
        ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/ledger', keys: ['TOKEN'] },
      }),
    );
    const approver = await world.person('linus', 'approver');
    const secret = await approver.enrollTotp();
    const walk = await Walk.begin(browser, stack.apis[0]!.url, { width: 360, height: 740 });
    const { page } = walk;
    await page.goto(`/requests/${request.id}`);
    const signIn = async (): Promise<void> => {
      await page.getByLabel('E-mail address').fill('linus@example.test');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
    };
    const code = page.getByLabel('Code from your authenticator app');
    await signIn();
    await code.fill(codeFor(secret, 0));
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByLabel('Why').fill('Not this week.');
    await database.query(`UPDATE sessions SET revoked_at = now() WHERE user_id = $1`, [approver.userId]);
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();

    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    await guard.waitFor();
    await page.keyboard.press('Escape');
    // The address is filled in: what is missing is typed at once.
    await guard.locator('input[name=password]:focus').waitFor();
    await page.keyboard.type(PASSWORD);
    await walk.checkAccess('session ended');
    await page.keyboard.press('Enter');
    await code.fill(codeFor(secret, 1));
    await page.getByText('Rejected.', { exact: true }).waitFor();
    expect((await world.developer.get(`/requests/${request.id}`)).body).toMatchObject({
      ...{ status: 'rejected', reject_reason: 'Not this week.' },
    });
    await walk.end();
  }, 120_000);
});

/** An approver before a pending request, on a page whose clock the test can move. */
async function openPending(name: string): Promise<{ walk: Walk; page: Page }> {
  const { id } = created(
    await world.developer.post('/requests/read', {
      ...{ project_id: world.project.id, environment_id: world.dev.id },
      ...{ provider_connection_id: world.connection.id, secret_ref: `apps/${name}`, keys: ['TOKEN'] },
    }),
  );
  const person = await world.person(name, 'approver');
  const secret = await person.enrollTotp();
  const walk = await Walk.begin(browser, stack.apis[0]!.url, { movesClock: true });
  const { page } = walk;
  await page.clock.install();
  await walk.signIn(`/requests/${id}`, `${name}@example.test`, PASSWORD);
  await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
  await page.getByRole('heading', { name: /requests to read TOKEN/ }).waitFor();
  return { walk, page };
}

const isBackground = (call: Request): boolean => call.headers()['countersign-background'] === '1';

describe('a page that stays open', () => {
  it('marks what it reads by itself, but not what the person causes', async () => {
    const { walk, page } = await openPending('kay');
    const byItself = page.waitForRequest(
      (call) => /\/requests\/[^/]+$/.test(call.url()) && isBackground(call),
    );
    await page.clock.fastForward(6_000);
    await byItself;
    const caused = page.waitForRequest((call) => /\/api\/v1\/requests\?/.test(call.url()));
    await page.getByRole('link', { name: 'Requests' }).first().click();
    expect(isBackground(await caused)).toBe(false);
    await walk.end();
  }, 120_000);
});
