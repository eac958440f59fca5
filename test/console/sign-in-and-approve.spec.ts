import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import pg from 'pg';
import { canary } from '../support/canary.js';
import { codeFor, type TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { makeNextResponseLate } from './late-responses.js';
import { openChromium, Walk } from './walk.js';

const PASSWORD = canary('password');
let stack: TestStack;
let world: World;
let browser: Browser;
let database: pg.Pool;
let origin: FaultyProxy;

beforeAll(async () => {
  [stack, browser] = await Promise.all([
    startStack({ env: { SVC_REQUIRE_MFA_AT_LOGIN: 'true' } }),
    openChromium(),
  ]);
  origin = await FaultyProxy.listen();
  origin.passTo(stack.apis[0]!.url);
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  world = await buildWorld(stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await origin?.stop();
  await stack?.stop();
});

afterEach(() => origin.mend());

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
    await walk.staysWith('Agreed.', comment(page), 'Requests');
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
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toBe('From the train.');
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
    // Chromium closes a dialog at the second press, whatever that says.
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
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

/** An approver before a pending request of dev, on a page whose clock the test can move. */
interface Pending {
  readonly walk: Walk;
  readonly page: Page;
  readonly person: TestClient;
  readonly secret: string;
  readonly requestId: string;
}

async function openPending(name: string): Promise<Pending> {
  const { id } = created(
    await world.developer.post('/requests/read', {
      ...{ project_id: world.project.id, environment_id: world.dev.id },
      ...{ provider_connection_id: world.connection.id, secret_ref: `apps/${name}`, keys: ['TOKEN'] },
    }),
  );
  const person = await world.person(name, 'approver');
  const secret = await person.enrollTotp();
  const walk = await Walk.begin(browser, origin.url, { movesClock: true });
  const { page } = walk;
  await page.clock.install();
  await walk.signIn(`/requests/${id}`, `${name}@example.test`, PASSWORD);
  await codeField(page).fill(codeFor(secret, 0));
  await page.getByRole('heading', { name: /requests to read TOKEN/ }).waitFor();
  return { walk, page, person, secret, requestId: id };
}

const codeField = (page: Page): Locator => page.getByLabel('Code from your authenticator app');
const comment = (page: Page): Locator => page.getByLabel('Comment', { exact: true });
const isBackground = (call: Request): boolean => call.headers()['countersign-background'] === '1';

/** Writes a comment on an approval that is not sent yet. */
async function writeComment(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a comment' }).click();
  await comment(page).fill(text);
}

describe('a page that stays open', () => {
  it('marks what it reads by itself, but not what the person causes', async () => {
    const { walk, page } = await openPending('kay');
    const byItself = page.waitForRequest(
      (call) => /\/requests\/[^/]+$/.test(call.url()) && isBackground(call),
    );
    await page.clock.fastForward(6_000);
    await byItself;
    // Of the list alone: the page before may read its own again, whenever the service was too busy to answer.
    const caused = page.waitForRequest((call) => /\/api\/v1\/requests\?.*order=-created_at/.test(call.url()));
    await page.getByRole('link', { name: 'Requests' }).first().click();
    expect(isBackground(await caused)).toBe(false);
    await walk.end();
  }, 120_000);

  it('says that the service is unreachable, and switches off what changes something until it answers', async () => {
    const { walk, page } = await openPending('joan');
    const buttons = ['Approve', 'Reject…', 'Comment'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    await page.getByRole('button', { name: 'Write a comment' }).click();
    await page.getByLabel('Write a comment').fill('Anybody there?');
    const off = (): Promise<(string | null)[]> =>
      Promise.all(buttons.map((button) => button.getAttribute('aria-disabled')));
    const banner = page.getByText(
      /^The service has been unreachable since .*\. The page shows the last known state\.$/,
    );
    expect(await off()).toEqual([null, null, null]);
    origin.break(/ \/api\//, 'unavailable');
    await page.clock.fastForward(10_000);
    await banner.waitFor();
    expect(await off()).toEqual(['true', 'true', 'true']);
    for (const button of buttons) {
      const reason = await button.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${reason}"]`).textContent()).toBe('The service is unreachable.');
    }
    await walk.checkAccess('unreachable');
    const sent: string[] = [];
    page.on('request', (call) => sent.push(call.method()));
    for (const button of buttons) await button.press('Enter');
    await buttons[0]!.click({ force: true });
    origin.mend();
    await page.clock.fastForward(60_000);
    await banner.waitFor({ state: 'detached' });
    await eventually(async () => (await off()).every((state) => state === null), 'on again');
    expect(sent).not.toContain('POST');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await buttons[2]!.click();
    await page.getByRole('listitem').getByText('Anybody there?').waitFor();
    await walk.end();
  }, 120_000);

  it('reads what it shows again once the service answers', async () => {
    const { walk, page } = await openPending('ida');
    await page.goto('/roles');
    await page.getByRole('link', { name: /^approver/ }).waitFor();
    origin.break(/ \/api\//, 'unavailable');
    const banner = page.getByText(/^The service has been unreachable since/);
    await page.clock.fastForward(35_000);
    await banner.waitFor();
    created(await world.admin.post('/roles', { name: 'made-meanwhile', permissions: ['audit.read'] }));
    origin.mend();
    await page.clock.fastForward(60_000);
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^made-meanwhile/ }).waitFor();
    await walk.end();
  }, 120_000);

  it('goes on without the code of its warnings and keys, and gets it later', async () => {
    const { walk, page, requestId } = await openPending('eva');
    // What is in the one file and in the other, and in none besides.
    const missing = ['You will be signed out in less than two minutes.', 'mayAsk'];
    const refused = new Set<string>();
    let away = true;
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const part = missing.find((words) => text.includes(words));
      if (part === undefined || !away) return route.fulfill({ response });
      refused.add(part);
      return route.fulfill({ status: 503 });
    });
    await page.goto(`/requests/${requestId}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await eventually(() => Promise.resolve(refused.size === 2), 'the code that is refused');
    expect(await page.getByText('Could not be loaded.').count()).toBe(0);
    away = false;
    await page.clock.fastForward(11_000);
    await eventually(async () => {
      await page.keyboard.press('?');
      return page.getByRole('heading', { name: 'Shortcuts' }).isVisible();
    }, 'the shortcuts');
    await page.unrouteAll({ behavior: 'wait' });
    await walk.end();
  }, 120_000);

  it('warns before its session ends, and keeps what is typed', async () => {
    const pending = await openPending('lea');
    await warnsBeforeTheEnd(pending);
    await warnsBeforeAnIdleEnd(pending);
    await pending.walk.end();
  }, 120_000);
});

/** Ten minutes before a session ends, whatever its person does, and only where something is typed. */
async function warnsBeforeTheEnd({ walk, page, person, secret }: Pending): Promise<void> {
  const soon = "now() + interval '9 minutes'";
  const ending = `UPDATE sessions SET expires_at = ${soon}, idle_expires_at = ${soon} WHERE user_id = $1`;
  await database.query(ending, [person.userId]);
  await page.reload();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  const warning = page.getByText('Your session ends at');
  const guard = page.getByRole('dialog', { name: 'Sign in again' });
  await page.clock.fastForward(11_000);
  expect(await warning.count()).toBe(0);
  await writeComment(page, 'Half of a sentence');
  await page.clock.fastForward(11_000);
  await warning.waitFor();
  await page.getByRole('button', { name: 'Sign in again now' }).click();
  await guard.waitFor();
  await walk.checkAccess('the session ends soon');
  await guard.getByRole('button', { name: 'Later' }).click();
  await guard.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign in again now' }).click();
  await guard.waitFor();
  await page.keyboard.press('Escape');
  await guard.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign in again now' }).click();
  await guard.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await guard.getByLabel('Code from your authenticator app').fill(codeFor(secret, 1));
  await guard.waitFor({ state: 'detached' });
  await warning.waitFor({ state: 'detached' });
  expect(await comment(page).inputValue()).toBe('Half of a sentence');
  await page.clock.fastForward(11_000);
  expect(await warning.count()).toBe(0);
}

/** Two minutes before a session ends because its person does nothing; it goes on if they say so. */
async function warnsBeforeAnIdleEnd({ walk, page }: Pending): Promise<void> {
  const warning = page.getByText('You will be signed out in less than two minutes.');
  const appears = async (): Promise<void> => {
    await page.clock.fastForward(20 * 60_000);
    expect(await warning.count()).toBe(0);
    await page.clock.fastForward(8.5 * 60_000);
    await warning.waitFor();
  };
  await appears();
  await walk.checkAccess('idle warning');
  const kept = page.waitForRequest((call) => call.url().endsWith('/users/me'));
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(isBackground(await kept)).toBe(false);
  await warning.waitFor({ state: 'detached' });
  await appears();
  // Where that did not reach the service, it is said again.
  origin.break(/ \/api\//, 'unavailable');
  await page.getByRole('button', { name: 'Stay' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.clock.fastForward(11_000);
  await warning.waitFor();
  origin.mend();
}

describe('an approver with ten wrong codes', () => {
  it('is signed out, told of the lock, and approves with the same comment when it is over', async () => {
    const { walk, page, person, secret, requestId } = await openPending('max');
    const change = (set: string): Promise<unknown> => database.query(`UPDATE ${set}`, [person.userId]);
    await change("sessions SET last_mfa_at = last_mfa_at - interval '1 day' WHERE user_id = $1");
    await change('users SET mfa_failed_count = 9 WHERE id = $1');
    await writeComment(page, 'In spite of all.');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await codeField(page).waitFor();
    // The prompt is to meet the end of the session, and not what the page reads by itself.
    origin.break(/^GET \/api\/v1\/requests/, 'held');
    const wrong = codeFor(secret, 1).startsWith('0') ? '111111' : '000000';
    // It ends the session, and is answered as any other: the page finds out by itself.
    await codeField(page).fill(wrong);
    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    await guard.getByLabel('Password').fill(PASSWORD);
    origin.mend();
    await page.keyboard.press('Enter');
    const code = guard.getByLabel('Code from your authenticator app');
    await code.fill(codeFor(secret, 1));
    await guard.getByText('no second factor is accepted for up to 15 minutes').waitFor();
    await walk.checkAccess('second factors locked');
    await change('users SET mfa_failed_count = 0, mfa_locked_until = NULL WHERE id = $1');
    // Its session ends once more, before any code: it leads back to the password.
    await change('sessions SET revoked_at = now() WHERE user_id = $1');
    await code.fill(codeFor(secret, 1));
    await guard.getByText('You were signed out. Sign in again.').waitFor();
    await guard.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    // The challenge runs out while the code is on its way: the page opens another one by itself.
    await makeNextResponseLate(page, stack.redisUrl);
    await code.fill(codeFor(secret, 1));
    await page.getByText('Approved. 1 of 1.').waitFor();
    expect((await world.developer.get(`/requests/${requestId}`)).body).toMatchObject({
      approvals: [{ approver_email: 'max@example.test', comment: 'In spite of all.' }],
    });
    await walk.end();
  }, 120_000);
});
