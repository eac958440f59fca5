import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { newId } from '#libs/core';
import { canary } from '../support/canary.js';
import { codeFor, type TestClient } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const LOGIN = canary('password');
const REF = 'apps/checkout/db';
const REFUSED = { error_code: 'permission_denied', message: 'No.', permission: 'audit.read' };
let stack: TestStack;
let world: World;
let browser: Browser;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openChromium()]);
  world = await buildWorld(stack);
  await discover(REF, ['PASSWORD', 'USER']);
  for (const n of [1, 2, 3]) await discover(`checkout-${n}/`.padEnd(1023, 'x'), ['KEY']);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** Puts a secret into the catalogue as a discovery does. */
async function discover(ref: string, keys: readonly string[]): Promise<void> {
  const database = new pg.Client(stack.databaseUrl);
  await database.connect();
  const sql = `INSERT INTO secrets (id, provider_connection_id, provider, ref, keys) VALUES ($1, $2, 'vault', $3, $4)`;
  await database.query(sql, [newId(), world.connection.id, ref, keys]);
  await database.end();
}

async function roleOf(name: string, ...permissions: string[]): Promise<string> {
  const role = created(await world.admin.post('/roles', { name, permissions }));
  return role.id;
}

async function grant(person: TestClient, roleId: string, scope: object): Promise<void> {
  created(await world.admin.post('/user-roles', { user_id: person.userId, role_id: roleId, scope }));
}

async function enter(name: string, path: string, width = 1280): Promise<Walk> {
  const walk = await Walk.begin(browser, stack.apis[0]!.url, { width, height: width < 500 ? 740 : 900 });
  await walk.signIn(path, `${name}@example.test`, LOGIN);
  return walk;
}

const inDialog = (page: Page) => page.getByRole('dialog');
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/')[2]!;
const service = async (path: string): Promise<any> => (await world.admin.get(path)).body;

async function createTeam(page: Page, button: string, name: string): Promise<string> {
  await page.getByRole('button', { name: button }).click();
  await inDialog(page).getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return idIn(page);
}

/** A part of a project's page; the navigation has places of the same name. */
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name });

describe('an administrator of places in the browser', () => {
  it('makes teams, a project with environments, binds, moves and archives', async () => {
    const rosa = await world.person('rosa', 'admin');
    await grant(rosa, (await service('/roles')).find(({ name }: any) => name === 'integrator').id, {});
    const secret = await rosa.enrollTotp();
    const walk = await enter('rosa', '/teams');
    const { page } = walk;

    const core = await createTeam(page, 'New team', 'Core');
    await walk.checkAccess('team, new');
    const web = await createTeam(page, 'New team below', 'Web');
    const shop = await createTeam(page, 'New team below', 'Shop');
    expect(await service(`/teams/${shop}`)).toMatchObject({ name: 'Shop', parent_id: web });

    // A project with two environments, a connection and a secret.
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
    await page.getByRole('button', { name: 'New project' }).click();
    await inDialog(page).getByLabel('Name').fill('payments');
    await page.keyboard.press('Enter');
    await inDialog(page).getByText('A project with this name already exists.').waitFor();
    await walk.checkAccess('new project, refused');
    await inDialog(page).getByLabel('Name').fill('checkout');
    await inDialog(page).getByLabel('Team').selectOption(web);
    await inDialog(page).getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'checkout', level: 1 }).waitFor();
    const checkout = idIn(page);
    for (const type of ['dev', 'prod']) {
      await page.getByRole('button', { name: 'New environment' }).click();
      await inDialog(page).getByLabel('Name').fill(type);
      await inDialog(page).getByLabel('Type').selectOption(type);
      if (type === 'prod') await walk.checkAccess('new environment');
      await inDialog(page).getByRole('button', { name: 'Create' }).click();
      await page.getByRole('link', { name: type }).waitFor();
    }
    await walk.checkAccess('environments');
    const environments = await service(`/projects/${checkout}/environments`);
    expect(environments).toMatchObject([
      { name: 'dev', kind: 'non_prod', risk_level: 1 },
      { name: 'prod', kind: 'prod' },
    ]);
    await tab(page, 'Connections').click();
    await page.getByRole('link', { name: 'Bind a connection' }).click();
    await page.getByLabel('Environment').selectOption('dev');
    await page.getByLabel('Connection', { exact: true }).selectOption('main-vault (vault)');
    await walk.checkAccess('bind');
    await page.getByRole('button', { name: 'Bind' }).click();
    await page.getByRole('rowheader', { name: 'main-vault' }).waitFor();
    await walk.checkAccess('connections');
    expect(await service(`/projects/${checkout}/provider-connection-bindings`)).toMatchObject([
      { connection_name: 'main-vault', environment_name: 'dev' },
    ]);
    await page.getByRole('link', { name: 'Environments' }).click();
    await page.getByRole('link', { name: 'dev' }).click();
    await page.route('**/api/v1/secrets?*', (route) => route.fulfill({ status: 403, json: REFUSED }));
    await page.getByRole('button', { name: 'Bind secrets' }).click();
    await inDialog(page).getByText('This requires the permission audit.read.').waitFor();
    expect(await inDialog(page).getByText('None found').count()).toBe(0);
    await walk.checkAccess('bind secrets, refused');
    await page.unroute('**/api/v1/secrets?*');
    await inDialog(page).getByLabel('Find a secret').fill('checkout');
    await inDialog(page).getByLabel(new RegExp(REF)).check();
    await inDialog(page).getByRole('checkbox').nth(3).waitFor();
    const cut = await inDialog(page)
      .getByRole('group', { name: 'Secrets' })
      .locator('label')
      .evaluateAll((labels: any[]) => labels.map((each) => each.scrollHeight > each.clientHeight));
    expect(cut).toEqual([false, false, false, false]);
    await walk.checkAccess('bind secrets');
    await inDialog(page).getByRole('button', { name: 'Bind' }).click();
    await page.getByRole('row', { name: new RegExp(REF) }).waitFor();
    expect(await service(`/secrets?environment_id=${environments[0].id}`)).toMatchObject([{ ref: REF }]);
    await page.getByText('To reveal directly').waitFor();
    await walk.checkAccess('environment');
    await page.getByRole('link', { name: `Request to read ${REF}` }).click();
    await page.getByRole('heading', { name: 'Request access' }).waitFor();
    expect(await page.getByLabel('Secret').inputValue()).toBe(REF);
    for (const tab of ['secrets', 'rules', 'people']) {
      await page.goto(`/projects/${checkout}?tab=${tab}`);
      await page.getByRole('table').waitFor();
      await walk.checkAccess(`project, ${tab}`);
    }

    // Web goes from Core under platform; nobody is overwritten unseen.
    const role = await roleOf('reader', 'secret.request');
    await grant(world.developer, role, { team_id: core });
    await grant(world.approver, role, { team_id: world.team.id });
    await page.goto(`/teams/${web}?tab=grants`);
    await page.getByRole('row', { name: /reader/ }).waitFor();
    await walk.checkAccess('team, grants');
    await page.getByRole('button', { name: 'Rename or move' }).click();
    const under = inDialog(page).getByLabel('Under');
    await under.locator('option', { hasText: 'platform' }).waitFor({ state: 'attached' });
    expect((await under.locator('option').allTextContents()).map((text) => text.trim())).toEqual([
      ...['No team: it stands at the top', 'Core', 'platform'],
    ]);
    await under.selectOption(world.team.id);
    await inDialog(page).getByText('1 person gains, 1 loses.').waitFor();
    await inDialog(page)
      .getByText('approver@example.test (reader)')
      .or(page.getByText('approver (reader)'))
      .waitFor();
    await walk.checkAccess('move a team');
    expect((await world.admin.put(`/teams/${web}`, { name: 'Web and mobile' })).status).toBe(200);
    await inDialog(page).getByLabel('Name').fill('Webshop');
    await inDialog(page).getByRole('button', { name: 'Save and move' }).click();
    await inDialog(page)
      .getByText(/This has changed since you opened it/)
      .waitFor();
    await inDialog(page).getByText('Now: Web and mobile').waitFor();
    await walk.checkAccess('move a team, changed meanwhile');
    expect(await service(`/teams/${web}`)).toMatchObject({ name: 'Web and mobile', parent_id: core });
    await inDialog(page).getByRole('button', { name: 'Save and move' }).click();
    await page.getByRole('heading', { name: 'Webshop', level: 1 }).waitFor();
    expect(await service(`/teams/${web}`)).toMatchObject({ name: 'Webshop', parent_id: world.team.id });

    // Moving a project asks for the second factor.
    await page.goto(`/projects/${checkout}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await inDialog(page).getByLabel('Description').fill('The till.');
    await inDialog(page).getByLabel('Team').selectOption(core);
    await inDialog(page).getByText('1 person gains, 1 loses.').waitFor();
    await inDialog(page).getByRole('button', { name: 'Save and move' }).click();
    await page.getByLabel('Code from your authenticator app').fill(codeFor(secret, 0));
    await page.getByText('Of the team Core. The till.').waitFor();
    expect(await service(`/projects/${checkout}`)).toMatchObject({ team_id: core, description: 'The till.' });

    // What is taken away says what goes with it.
    await page.getByRole('button', { name: 'Delete dev' }).click();
    await inDialog(page).getByText('1 binding of a connection').waitFor();
    await inDialog(page).getByText('1 binding of a secret').waitFor();
    await walk.checkAccess('delete an environment');
    await inDialog(page).getByLabel('Type dev to confirm').fill('de');
    await page.keyboard.press('Enter');
    expect(await service(`/projects/${checkout}/environments`)).toHaveLength(2);
    await inDialog(page).getByLabel('Type dev to confirm').fill('dev');
    await page.keyboard.press('Enter');
    await inDialog(page).waitFor({ state: 'detached' });
    expect(await service(`/projects/${checkout}/environments`)).toMatchObject([{ name: 'prod' }]);
    await page.getByRole('button', { name: 'Archive' }).click();
    await inDialog(page).getByLabel('Type checkout to confirm').fill('checkout');
    await walk.checkAccess('archive a project');
    await inDialog(page).getByRole('button', { name: 'Archive' }).click();
    await page.getByText('It accepts nothing new.').waitFor();
    await walk.checkAccess('project, archived');
    expect(await service(`/projects/${checkout}`)).toMatchObject({ status: 'archived' });
    await page.goto('/projects?status=archived');
    await page.getByRole('link', { name: 'checkout' }).waitFor();
    await walk.checkAccess('projects, archived');
    await page.goto(`/teams/${web}`);
    await page.getByRole('button', { name: 'Archive' }).click();
    await inDialog(page).getByText('1 team: Shop').waitFor();
    await inDialog(page).getByLabel('Type Webshop to confirm').fill('Webshop');
    await inDialog(page).getByRole('button', { name: 'Archive' }).click();
    await page.getByText('It accepts nothing new.').waitFor();
    expect(await service(`/teams/${web}`)).toMatchObject({ status: 'archived' });
    await walk.end();
  }, 240_000);

  it('navigates the tree of teams with only the keyboard', async () => {
    const team = async (name: string, parent: string | null): Promise<string> =>
      created(await world.admin.post('/teams', { name, parent_id: parent })).id;
    const trunk = await team('Trunk', null);
    const branch = await team('Branch', trunk);
    await team('Leaf', branch);
    await team('Bud', trunk);
    const walk = await enter('developer', '/teams');
    const { page } = walk;
    const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^(▾|▸)?${name}`) });
    await item('Trunk').waitFor();
    await walk.checkAccess('teams');
    const focused = (): Promise<string> =>
      page.evaluate(() => (globalThis as any).document.activeElement.querySelector('bdi').textContent);
    await item('Trunk').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Branch'],
      ['ArrowDown', 'Leaf'],
      ['ArrowLeft', 'Branch'],
      ['ArrowUp', 'Trunk'],
      ['b', 'Branch'],
      ['Home', await item('').first().locator('bdi').textContent()],
      ['t', 'Trunk'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press('ArrowLeft');
    await item('Branch').waitFor({ state: 'detached' });
    expect(await item('Trunk').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('bud');
    expect(await focused()).toBe('Bud');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bud', level: 1 }).waitFor();
    await page.goto('/teams?as=table');
    await page.getByRole('row', { name: /Leaf Branch/ }).waitFor();
    await walk.checkAccess('teams, as a table');
    await page.getByRole('button', { name: 'New team' }).hover();
    await page.getByText('This requires the permission user_role.edit.').waitFor();
    await walk.end();
  }, 120_000);

  it('binds on a phone as a binder, and reads who may bind prod', async () => {
    const bo = await world.person('bo', null);
    await grant(bo, await roleOf('binder', 'integration.bind'), { project_id: world.project.id });
    const scope = { address: 'http://127.0.0.1:1', kvMount: 'kv' };
    const vault = {
      name: 'own-vault',
      type: 'vault',
      cluster_name: 'main',
      scope,
    };
    const { id } = created(await world.admin.post('/provider-connections', vault));
    await world.admin.put(`/provider-connections/${id}`, { self_service_bindable: true });
    const walk = await enter('bo', '/', 360);
    const { page } = walk;
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('link', { name: 'payments' }).click();
    await page.getByRole('link', { name: /^dev/ }).waitFor();
    await walk.checkAccess('project, on a phone');
    await tab(page, 'Connections').click();
    await page.getByText('Only administrators of integrations bind a whole project.').waitFor();
    await page.getByRole('link', { name: 'Bind a connection' }).click();
    await page.getByLabel('Environment').selectOption('prod');
    await page.getByText('Only the platform binds prod.').waitFor();
    expect(await page.getByRole('button', { name: 'Bind' }).count()).toBe(0);
    await walk.checkAccess('bind prod');
    await page.getByLabel('Environment').selectOption('dev');
    await page.getByLabel('Connection', { exact: true }).selectOption('own-vault (vault)');
    await page.getByRole('button', { name: 'Bind' }).click();
    await page.getByRole('button', { name: 'Unbind own-vault from dev' }).waitFor();
    await walk.checkAccess('connections, on a phone');
    const bindings = (): Promise<any[]> =>
      service(`/projects/${world.project.id}/provider-connection-bindings?environment_id=${world.dev.id}`);
    expect((await bindings()).map(({ connection_name }) => connection_name)).toContain('own-vault');
    await page.getByRole('button', { name: 'Unbind own-vault from dev' }).click();
    await inDialog(page).getByRole('button', { name: 'Unbind' }).click();
    await walk.untilGone(page.getByRole('button', { name: 'Unbind own-vault from dev' }));
    expect((await bindings()).map(({ connection_name }) => connection_name)).not.toContain('own-vault');
    await page.goto(`/projects/${world.project.id}/environments/${world.dev.id}`);
    await page.getByText('Shown to users who may submit requests here.').waitFor();
    await walk.checkAccess('environment, on a phone');
    await walk.end();
  }, 120_000);
});
