import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostname, userInfo } from 'node:os';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { CommandLine } from '../cli/command-line.js';
import { canary } from '../support/canary.js';
import { codeFor, TestClient } from '../support/client.js';
import { CountingProxy } from '../support/counting-proxy.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { makeNextResponseLate } from './late-responses.js';
import { openChromium, Walk } from './walk.js';

const PASSWORD = canary('password');
const NEW_PASSWORD = canary('another password');
const EMAIL = 'ada@example.test';
let origin: CountingProxy;
let stack: TestStack;
let world: World;
let browser: Browser;
let database: pg.Pool;

beforeAll(async () => {
  origin = await CountingProxy.listen();
  const env = {
    SVC_PUBLIC_URL: origin.url,
    SVC_WEBAUTHN_RP_ID: 'localhost',
    SVC_WEBAUTHN_RP_ORIGINS: origin.url,
  };
  [stack, browser] = await Promise.all([startStack({ env }), openChromium()]);
  origin.passTo(stack.apis[0]!.url);
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  world = await buildWorld(stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await stack?.stop();
  await origin?.stop();
});

/** A page whose device has a fingerprint reader, which is always willing. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const willing = { isUserVerified: true, automaticPresenceSimulation: true };
  const options = { hasResidentKey: true, hasUserVerification: true, ...willing };
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...options },
  });
}

/** Somebody with one TOTP factor who is signed in elsewhere, and their page of their account. */
async function enter(): Promise<{ walk: Walk; elsewhere: TestClient; secret: string }> {
  const elsewhere = await world.person('ada', 'approver');
  const secret = await elsewhere.enrollTotp('work phone');
  const walk = await Walk.begin(browser, origin.url);
  await walk.signIn('/me', EMAIL, PASSWORD);
  await walk.page.getByRole('heading', { name: 'Your account' }).waitFor();
  return { walk, elsewhere, secret };
}

describe('a person’s own account in the browser', () => {
  it('changes its password, adds second factors, approves by passkey on a phone, and ends sessions', async () => {
    const { walk, elsewhere, secret } = await enter();
    const { page } = walk;
    await walk.checkAccess('account');
    const change = async (current: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password');
    await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
    await page.getByText('The current password is incorrect.').waitFor();
    await walk.checkAccess('account, wrong password');
    expect((await elsewhere.get('/users/me')).status).toBe(200);
    await change(PASSWORD);
    await page.getByText('Your password is changed. You are signed out everywhere else.').waitFor();
    expect((await elsewhere.get('/users/me')).status).toBe(401);

    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await page.getByLabel('Name').fill('old phone');
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog');
    const key = dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/);
    const second = (await key.textContent())!.replaceAll(' ', '');
    await walk.checkAccess('add an app');
    await dialog.getByLabel('Then enter the code that the app shows').fill(codeFor(second, 0));
    await page.getByRole('row', { name: /old phone/ }).waitFor();
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('row', { name: /laptop/ }).waitFor();
    await walk.checkAccess('account, three factors');

    await page.getByRole('button', { name: 'Remove old phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await walk.untilGone(page.getByRole('row', { name: /old phone/ }));
    const again = await new TestClient(stack.apis[0]!.url).signIn(EMAIL, NEW_PASSWORD);
    const factors = (await again.get('/users/me/mfa/factors')).body;
    expect(factors.map(({ label }: any) => label).sort()).toEqual(['laptop', 'work phone']);

    await page.reload();
    await page.getByRole('button', { name: 'Sign out node' }).click();
    await page.getByText('Signed out there.').waitFor();
    expect((await again.get('/users/me')).status).toBe(401);
    await walk.checkAccess('account, one session');

    await approveByPasskey(walk);
    await loseClonedPasskey(walk);
    await walk.end();
  }, 240_000);
});

/** Makes the administrator's session fresh; an earlier test has aged all sessions. */
const stepUpAgain = (): Promise<unknown> =>
  database.query('UPDATE sessions SET last_mfa_at = now() WHERE user_id = $1', [world.admin.userId]);

describe('an approver without a second factor', () => {
  it('adds an authenticator app when approving requires one, and approves with its next code', async () => {
    const body = {
      ...{ project_id: world.project.id, environment_id: world.dev.id, secret_ref: 'apps/ledger' },
      ...{ provider_connection_id: world.connection.id, keys: ['TOKEN'] },
    };
    const { id } = created(await world.developer.post('/requests/read', body));
    await stepUpAgain();
    await world.person('linus', 'approver');
    const walk = await Walk.begin(browser, origin.url, { width: 360, height: 740 });
    const { page } = walk;
    await walk.signIn(`/requests/${id}`, 'linus@example.test', PASSWORD);
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const key = await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
    const secret = key!.replaceAll(' ', '');
    await walk.checkAccess('first factor');
    await dialog.getByLabel('Then enter the code that the app shows').fill(codeFor(secret, -1));
    await dialog.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
    await walk.untilGone(page.getByRole('button', { name: 'Approve' }));
    expect((await world.developer.get(`/requests/${id}`)).body).toMatchObject({ status: 'approved' });
    await walk.end();
  }, 120_000);
});

describe('the command line of a user with only a passkey', () => {
  it('steps up in the browser, on request and automatically', async () => {
    await stepUpAgain();
    await world.person('vera', 'approver');
    const walk = await Walk.begin(browser, origin.url);
    const { page } = walk;
    await walk.signIn('/me', 'vera@example.test', PASSWORD);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('row', { name: /laptop/ }).waitFor();

    const line = new CommandLine(origin.url);
    const login = ['login', '--email', 'vera@example.test', '--password-stdin', '--store', 'file'];
    expect(await line.run(login, { stdin: PASSWORD })).toMatchObject({ code: 0 });
    const confirm = async (output: () => string): Promise<void> => {
      await page.goto(/in your browser: (\S+)/.exec(output())![1]!);
      await page.getByText(`Command line of ${userInfo().username} on ${hostname()}`).waitFor();
      await walk.checkAccess('a command line asks for a passkey');
      await page.getByRole('button', { name: 'Use your passkey' }).click();
      await page.getByText('Go back to the command line').waitFor();
    };

    const step = line.start(['step-up', '--web']);
    await step.says('in your browser: ');
    await confirm(() => step.stderr);
    expect([await step.end, step.stderr]).toEqual([0, expect.stringContaining('Stepped up for ')]);
    // The browser has shown nothing of its own: enrolling alone makes no session fresh.
    expect(await line.json('whoami')).toMatchObject({ mfa: { fresh_until: expect.any(String) } });
    await page.reload();
    await page
      .getByText('This confirmation has expired, was already used, or belongs to another person.')
      .waitFor();
    await walk.checkAccess('nothing asks any more');

    await database.query(`UPDATE sessions SET last_mfa_at = last_mfa_at - interval '1 day'`);
    const { id } = created(
      await world.developer.post('/requests/read', {
        ...{ project_id: world.project.id, environment_id: world.prod.id },
        ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/payments/queue', keys: ['USER'] },
      }),
    );
    const nobody = await line.run(['approve', id]);
    expect(nobody).toMatchObject({ code: 3, stderr: expect.stringContaining('no prompt is possible here') });
    const approval = line.onTerminal(['approve', id]);
    await approval.shows('in your browser: ');
    await confirm(() => approval.screen);
    expect([await approval.code, approval.screen]).toEqual([0, expect.stringContaining('Approved: 1 of 1.')]);
    line.remove();
    await walk.end();
  }, 240_000);
});

/** On the same device at the size of a phone, with a second factor that is no longer fresh. */
async function approveByPasskey(walk: Walk): Promise<void> {
  const { page } = walk;
  const request = created(
    await world.developer.post('/requests/read', {
      ...{ project_id: world.project.id, environment_id: world.prod.id },
      ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/payments/db', keys: ['USER'] },
    }),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await database.query(`UPDATE sessions SET last_mfa_at = last_mfa_at - interval '1 day'`);
  await page.goto(`/requests/${request.id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await walk.checkAccess('step-up by passkey');
  // The challenge runs out while the browser asks for the passkey.
  await makeNextResponseLate(page, stack.redisUrl);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByText('This challenge has expired or was already used. Start again.').waitFor();
  await walk.checkAccess('step-up by passkey, too late');
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByText('Approved. 1 of 1.').waitFor();
  expect((await world.developer.get(`/requests/${request.id}`)).body).toMatchObject({
    ...{ status: 'approved', approvals: [{ approver_email: EMAIL }] },
  });
}

/** A passkey whose counter goes back ends every session of its person; the page says so, and leads back in. */
async function loseClonedPasskey(walk: Walk): Promise<void> {
  const { page } = walk;
  await database.query(`UPDATE sessions SET last_mfa_at = last_mfa_at - interval '1 day'`);
  await database.query(`UPDATE mfa_factors SET sign_count = 1000 WHERE kind = 'webauthn'`);
  await page.goto('/me');
  await page.getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByText('This authenticator may have been cloned').waitFor();
  await walk.checkAccess('a passkey that may be cloned');
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}
