import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { canary } from '../support/canary.js';
import { codeFor, TestClient } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk, type WalkOptions } from './walk.js';

const PASSWORD = canary('password');
const NEW_PASSWORD = canary('first password');
let stack: TestStack;
let world: World;
let browser: Browser;
let database: pg.Pool;
/** The administrator of these stories, and their authenticator. */
let root: TestClient;
let secret: string;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openChromium()]);
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  world = await buildWorld(stack);
  root = await world.person('root', 'admin');
  secret = await root.enrollTotp();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await stack?.stop();
});

async function signIn(name: string, path: string, options?: WalkOptions): Promise<Walk> {
  const walk = await Walk.begin(browser, stack.apis[0]!.url, options);
  await walk.signIn(path, `${name}@example.test`, PASSWORD);
  return walk;
}

const confirm = async (page: Page, stepsAhead: number, of = secret): Promise<void> => {
  await page.getByLabel('Code from your authenticator app').fill(codeFor(of, stepsAhead));
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor({ state: 'detached' });
};
/** Counts what a person presses, and lists the pages that they come to, from now on. */
async function countSteps(page: Page): Promise<{ presses: () => Promise<number>; pages: string[] }> {
  const pages: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url());
    if (pages.at(-1) !== pathname + search) pages.push(pathname + search);
  });
  await page.evaluate(() => {
    const scope = globalThis as any;
    scope.presses = 0;
    scope.addEventListener('click', ({ isTrusted }: any) => void (scope.presses += Number(isTrusted)), true);
  });
  return { presses: () => page.evaluate(() => (globalThis as any).presses), pages };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heldBy = async (id: string): Promise<{ role_name: string; scope: object }[]> =>
  (await world.admin.get(`/users/${id}/roles`)).body;

describe('an administrator of people in the browser', () => {
  it('sees bidirectional control characters in names', async () => {
    const body = { email: 'eve@example.test', display_name: 'Eve\u202eeve', password: PASSWORD };
    created(await world.admin.post('/users', body));
    const walk = await signIn('root', '/people');
    await walk.page
      .getByText(String.raw`Eve\u{202e}eve`)
      .first()
      .waitFor();
    expect(await walk.page.locator('body').textContent()).not.toContain('\u202e');
    await walk.end();
  });

  it('creates a person and a role, grants it for a team, and revokes the person’s access in an incident', async () => {
    const walk = await signIn('root', '/people');
    const { page } = walk;
    await page.getByRole('link', { name: /developer@example.test/ }).waitFor();
    await walk.checkAccess('people');
    await button(page, 'New person').click();
    await page.getByRole('dialog').getByLabel('E-mail address').fill('developer@example.test');
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByLabel('First password').fill(NEW_PASSWORD);
    const keys: (string | undefined)[] = [];
    page.on('request', (call) => {
      if (call.method() === 'POST' && call.url().endsWith('/api/v1/users'))
        keys.push(call.headers()['idempotency-key']);
    });
    await button(page, 'Create').click();
    await confirm(page, 0);
    await page.getByText('A local account with this e-mail already exists.').waitFor();
    // Sent before the second factor and after it.
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    await walk.checkAccess('new person, refused');
    await page.getByRole('dialog').getByLabel('E-mail address').fill('ada@example.test');
    await button(page, 'Create').click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await page.getByText('They hold no role, so they may do nothing here.').waitFor();
    await walk.checkAccess('person');
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const ada = await new TestClient(stack.apis[0]!.url).signIn('ada@example.test', NEW_PASSWORD);
    await ada.enrollAndStepUp();

    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('link', { name: /^developer/ }).waitFor();
    await walk.checkAccess('roles');
    await button(page, 'New role').click();
    await page.getByLabel('Name', { exact: true }).fill('releaser');
    await walk.checkAccess('new role');
    await button(page, 'Create').click();
    await page.getByRole('heading', { name: 'releaser' }).waitFor();
    await page.getByLabel('secret.request').check();
    await button(page, 'Save').click();
    await page.getByText('Saved. It counts').waitFor();

    // Somebody else changes the role while it is open here.
    const roleId = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByLabel('secret.approve').check();
    await walk.staysAt(page.getByLabel('secret.approve'), 'People');
    expect(await page.getByLabel('secret.approve').isChecked()).toBe(true);
    const theirs = { permissions: ['secret.request', 'audit.read'] };
    expect((await world.admin.put(`/roles/${roleId}/permissions`, theirs)).status).toBe(200);
    await button(page, 'Save').click();
    await page.getByText('This has changed since you opened it.').waitFor();
    expect((await world.admin.get(`/roles/${roleId}`)).body).toMatchObject(theirs);
    // What was chosen stays, on top of the role as it is now.
    await page.locator('[id="audit.read"]:checked').waitFor();
    expect(await page.getByText('will be').allTextContents()).toEqual(['will be added']);
    await walk.checkAccess('role, changed meanwhile');
    await button(page, 'Save').click();
    await page.getByText('will be added').waitFor({ state: 'detached' });
    const { permissions } = (await world.admin.get(`/roles/${roleId}`)).body;
    expect([...permissions].sort()).toEqual(['audit.read', 'secret.approve', 'secret.request']);

    // What is undone is not asked about.
    await page.getByLabel('workflow.edit').check();
    await button(page, 'Undo').click();
    await page.getByRole('link', { name: 'Grant it' }).click();
    await page.getByRole('dialog').getByLabel('Person').fill('ada@example.test');
    await page.getByRole('dialog').getByLabel('Where').selectOption('in a team and below');
    await page.getByRole('dialog').getByLabel('Team').selectOption('platform');
    await page.getByText('This covers 1 team and 1 project, and what is added there later.').waitFor();
    await page.getByText('count everywhere or not at all: audit.read.').waitFor();
    await walk.checkAccess('granting');
    await button(page, 'Grant').click();
    await page.getByText('Ada Lovelace holds releaser now.').waitFor();
    const scope = { team_id: world.team.id };
    expect(await heldBy(id)).toMatchObject([{ role_name: 'releaser', scope }]);
    await walk.checkAccess('grants');
    const filters = page.getByRole('search', { name: 'Filter' });
    const revoking = page.getByRole('button', { name: /^Revoke/ });
    await filters.getByLabel('Role').selectOption('any');
    await filters.getByLabel('Made by').selectOption('the first start');
    await page.getByRole('button', { name: 'Revoke admin' }).waitFor();
    expect(await revoking.count()).toBe(1);
    await filters.getByLabel('Made by').selectOption('a person');
    await filters.getByLabel('Where').selectOption('team platform');
    await page.getByRole('button', { name: 'Revoke releaser from Ada Lovelace' }).waitFor();
    expect(await revoking.count()).toBe(1);
    expect((await ada.get('/users/me')).body.permissions).toContainEqual({
      permission: 'secret.approve',
      scope,
    });

    // The incident: from whatever page to nothing left in six presses on three pages, and a code.
    const { presses, pages } = await countSteps(page);
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('link', { name: /Ada Lovelace/ }).click();
    await page.getByRole('link', { name: 'Revoke access' }).first().click();
    await page.getByRole('switch', { name: 'Clear the second factors' }).check();
    await page.getByRole('switch', { name: 'Revoke all grants' }).check();
    await walk.checkAccess('revoke access');
    await database.query(
      `UPDATE sessions SET last_mfa_at = last_mfa_at - interval '1 day' WHERE user_id = $1`,
      [root.userId],
    );
    await button(page, 'Revoke access now').click();
    await page.getByText(/Revoke access: Ada Lovelace/).waitFor();
    await confirm(page, 1);
    for (const outcome of ['Disabled', 'Signed out everywhere', 'Second factors cleared', 'Grants revoked'])
      await page.getByText(outcome, { exact: true }).first().waitFor();
    expect(await presses()).toBe(6);
    expect(pages).toEqual(['/people', `/people/${id}`, `/people/${id}?tab=revoke`]);
    await walk.checkAccess('access revoked');
    expect((await ada.get('/users/me')).status).toBe(401);
    expect(await heldBy(id)).toEqual([]);
    const login = { email: 'ada@example.test', password: NEW_PASSWORD };
    expect((await ada.post('/auth/login', login)).status).toBe(401);

    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await button(page, 'Enable').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Enabled.').waitFor();
    await ada.signIn('ada@example.test', NEW_PASSWORD);
    expect((await ada.get('/users/me')).body).toMatchObject({ mfa: { enrolled: false }, permissions: [] });
    await walk.end();
  }, 180_000);

  it('reads a person on a phone, what they may do and where each permission comes from', async () => {
    const approver = world.approver.userId;
    await database.query(`UPDATE user_roles SET granted_by = 'system:oidc' WHERE user_id = $1`, [approver]);
    const walk = await signIn('root', `/people/${approver}`, { width: 360, height: 740 });
    const { page } = walk;
    await page.getByText('granted again at the next sign-in').waitFor();
    await walk.checkAccess('person, phone');
    await button(page, 'Rename').click();
    await page.getByLabel('Name', { exact: true }).fill('Grace '.repeat(30).trim());
    await walk.checkAccess('rename, phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Renamed.').waitFor();
    await walk.checkAccess('person with a long name, phone');
    await page.getByText('The account is not locked.').waitFor();
    const wrong = { email: 'approver@example.test', password: canary('wrong password') };
    for (let tries = 0; tries < 5; tries++)
      await new TestClient(stack.apis[0]!.url).post('/auth/login', wrong);
    await page.reload();
    await page.getByText('Locked', { exact: true }).first().waitFor();
    await walk.checkAccess('locked person, phone');
    await button(page, 'Unlock').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('The account is not locked.').waitFor();
    expect((await world.admin.get(`/users/${approver}`)).body).toMatchObject({ locked_until: null });
    await page.getByRole('link', { name: 'Permissions' }).click();
    await page.getByRole('row', { name: /secret\.approve.*approver everywhere/ }).waitFor();
    await walk.checkAccess('permissions, phone');
    await page.goBack();
    await page.getByRole('link', { name: 'Revoke access' }).last().click();
    await page.getByText('from the identity provider: granted again at the next sign-in').waitFor();
    await walk.checkAccess('revoke access, phone');
    await walk.end();
  }, 120_000);

  it('moves the priority cap, and sees beforehand which rules are affected', async () => {
    const { workflow_id } = (await world.admin.get('/policies')).body[0];
    const rule = { name: 'freeze', workflow_id, selector: { operation: 'patch' }, priority: 8000 };
    created(await world.admin.post('/policies', rule));
    const walk = await signIn('root', '/settings');
    const { page } = walk;
    await walk.staysWith('7000', page.getByLabel('Priority cap'), 'People');
    await page.getByText('These rules will come before every rule of a team or project:').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'freeze, 8000' }).waitFor();
    await walk.checkAccess('settings, a cap typed');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    expect((await world.admin.get('/platform-settings')).body).toMatchObject({ policy_priority_cap: 7000 });

    await page.getByLabel('How approvers are shown').selectOption('by role and place alone');
    expect((await world.admin.put('/platform-settings', { policy_priority_cap: 7500 })).status).toBe(200);
    await button(page, 'Save').click();
    await page.getByText('This has changed since you opened it.').waitFor();
    expect(await page.getByLabel('Priority cap').inputValue()).toBe('7500');
    await button(page, 'Save').click();
    await page.getByText('Nothing is changed.').waitFor({ state: 'attached' });
    expect((await world.admin.get('/platform-settings')).body).toMatchObject({
      ...{ policy_priority_cap: 7500, approver_directory: 'groups' },
    });
    await walk.end();
  }, 60_000);

  it('revokes an administrator’s access with only the keyboard, and sees why the last one’s grants remain', async () => {
    await world.admin.post('/roles', { name: 'granter', permissions: ['user_role.edit'] });
    await world.person('granter', 'granter');
    const walk = await signIn('granter', `/people/${root.userId}?tab=revoke`);
    const { page } = walk;
    await page.getByRole('switch', { name: 'Disable the account' }).waitFor();
    const tabTo = async (name: string): Promise<void> => {
      for (let tries = 0; tries < 60; tries++) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const { activeElement: element } = (globalThis as any).document;
          return element.labels?.[0]?.textContent ?? element.textContent;
        });
        if (at === name) return;
      }
      throw new Error(`not reached: ${name}`);
    };
    await tabTo('Revoke all grants');
    await page.keyboard.press('Space');
    await tabTo('Revoke access now');
    await page.keyboard.press('Enter');
    await page.getByText('Grants revoked', { exact: true }).waitFor();
    expect((await root.get('/users/me')).status).toBe(401);
    expect(await heldBy(root.userId)).toEqual([]);

    await page.goto(`/people/${world.admin.userId}?tab=revoke`);
    await page.getByRole('switch', { name: 'End every session' }).waitFor();
    await tabTo('End every session');
    await page.keyboard.press('Space');
    await tabTo('Revoke all grants');
    await page.keyboard.press('Space');
    await tabTo('Revoke access now');
    await page.keyboard.press('Space');
    await page.getByText(/admin everywhere stays: At least one person must keep user_role.edit/).waitFor();
    await page
      .getByText(/^At least one person must keep/)
      .first()
      .waitFor();
    await walk.checkAccess('last administrator');
    expect((await world.admin.get('/users/me')).body).toMatchObject({ disabled: false });
    await walk.end();
  }, 120_000);
});

describe('an administrator of workloads in the browser', () => {
  it('registers one, gives it another place, disables it and deletes it', async () => {
    const keeper = await world.person('keeper', 'admin');
    const own = await keeper.enrollTotp();
    const walk = await signIn('keeper', '/workloads');
    const { page } = walk;
    await page.getByText('No workload is registered yet.').waitFor();
    await walk.checkAccess('workloads');
    await button(page, 'New workload').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('ci-deploy');
    await dialog.getByLabel('Issuer').fill('https://ci.example.test');
    await dialog.getByLabel('Audience').fill('https://countersign.example.test');
    await dialog.getByLabel('Claims').fill('sub=repo:*');
    await dialog.getByLabel('Role').selectOption('developer');
    await dialog.getByLabel('Project').selectOption('payments');
    await walk.checkAccess('new workload');
    await button(page, 'Register').click();
    await confirm(page, 1, own);
    await page.getByText(/must pin sub/).waitFor();
    await dialog
      .getByLabel('Claims')
      .fill('sub=repo:acme/shop:environment:prod\n\nrepository_owner_id = 7\n');
    await button(page, 'Register').click();
    await page.getByRole('heading', { name: 'ci-deploy' }).waitFor();
    await page.getByText('in the project payments, by the role developer').waitFor();
    await walk.checkAccess('workload');
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const stored = async () => (await world.admin.get(`/workload-identities/${id}`)).body;
    const claims = { sub: 'repo:acme/shop:environment:prod', repository_owner_id: '7' };
    expect(await stored()).toMatchObject({
      claims,
      scope: { project_id: world.project.id },
      disabled: false,
    });

    await button(page, 'Change').click();
    await dialog.getByLabel('Where').selectOption('in a team and below');
    await dialog.getByLabel('Team').selectOption('platform');
    await walk.checkAccess('changing a workload');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText('in the team platform and below').waitFor();
    await button(page, 'Disable').click();
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
    await button(page, 'Enable').waitFor();
    expect(await stored()).toMatchObject({ scope: { team_id: world.team.id }, disabled: true });
    await button(page, 'Delete').click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No workload is registered yet.').waitFor();
    await walk.end();
  });
});
