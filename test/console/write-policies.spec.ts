import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { canary } from '../support/canary.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const PASSWORD = canary('password');
const REF = 'apps/payments/db';
let stack: TestStack;
let world: World;
let browser: Browser;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: true }), openChromium()]);
  world = await buildWorld(stack);
  await requested(REF);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** Has the developer request a secret in prod. @returns the request's id */
async function requested(secret_ref: string): Promise<string> {
  const place = { project_id: world.project.id, environment_id: world.prod.id };
  const body = { ...place, provider_connection_id: world.connection.id, secret_ref, keys: ['PASSWORD'] };
  return created(await world.developer.post('/requests/read', { ...body, justification: 'Deploy 4.2' })).id;
}

async function signIn(email: string, path: string, width = 1280): Promise<Walk> {
  const walk = await Walk.begin(browser, stack.apis[0]!.url, { width, height: width < 500 ? 740 : 900 });
  await walk.signIn(path, email, email === ADMIN_EMAIL ? ADMIN_PASSWORD : PASSWORD);
  return walk;
}

/** Holds back what is sent to this address. @returns what lets it go */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.continue() : void held.push(route),
  );
  return async () => {
    await Promise.all(held.map((route) => route.continue()));
    await page.unroute(address);
  };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const lastOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!;

describe('policy authors in the browser', () => {
  it('an administrator writes a workflow and a rule; the next request follows them', async () => {
    const walk = await signIn(ADMIN_EMAIL, '/workflows');
    const { page } = walk;
    await page.getByRole('link', { name: 'default' }).waitFor();
    await walk.checkAccess('workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await walk.staysWith('two people', field(page, 'Name'), 'Policies');
    await field(page, 'How many people approve').fill('0');
    await page.getByText('A security approval needs at least one approver.').waitFor();
    await field(page, 'How many people approve').fill('2');
    await field(page, 'Requires a justification').check();
    await walk.checkAccess('new workflow');
    await save(page).dblclick();
    await page.getByRole('heading', { name: 'two people' }).waitFor();
    await page.getByText('No rule of the platform names it.').waitFor();
    const workflow = (await world.admin.get(`/workflows/${lastOf(page)}`)).body;
    expect(workflow).toMatchObject({ name: 'two people', min_approvers: 2, require_justification: true });
    expect((await world.admin.get('/workflows')).body).toHaveLength(2);

    await page.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('link', { name: 'match-all' }).waitFor();
    await walk.checkAccess('policies');
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByText('today match-all decides').first().waitFor();
    await walk.staysWith('payments prod', field(page, 'Name'), 'Policies');
    await field(page, 'Allows direct reveal').check();
    await field(page, 'Kind of environment').selectOption('prod');
    await page.getByText('Prod is never revealed directly.').waitFor();
    await field(page, 'Allows direct reveal').uncheck();
    await field(page, 'Operation').selectOption('patch');
    await page.getByText('does not match: operation').waitFor();
    await field(page, 'Operation').selectOption('read');
    await field(page, 'Reference begins with').fill('apps/payments/');
    await page.getByText('selector matches', { exact: true }).waitFor();
    await page.getByText('today match-all decides').click();
    await page.getByText('first of the rules that match').waitFor();
    await field(page, 'Workflow').selectOption({ label: 'two people' });
    await page
      .getByText('With this rule, 1 of the last 1 kind of request would be decided otherwise')
      .waitFor();
    await page.getByText('this rule would decide, today match-all does').waitFor();
    const rung = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await rung('payments prod').getByText('as typed').last().waitFor();
    await rung('match-all').getByText('lower priority').last().waitFor();
    await walk.checkAccess('new rule');
    await save(page).click();
    await page.getByText('0 of the last 1 kind of request would be decided otherwise').waitFor();
    await page.getByText('this rule decides', { exact: true }).waitFor();
    await field(page, 'Requires a second factor').check();
    await page.getByText('this rule decides, with what is typed').waitFor();
    await field(page, 'Requires a second factor').uncheck();
    await field(page, 'Enabled').uncheck();
    await page.getByText('match-all would decide, today this rule does').waitFor();
    await walk.checkAccess('a rule that would be disabled');
    await field(page, 'Enabled').check();
    const rule = (await world.admin.get(`/policies/${lastOf(page)}`)).body;
    expect(rule).toMatchObject({
      selector: { environment_kind: 'prod', operation: 'read', secret_ref_prefix: 'apps/payments/' },
      ...{ priority: 100, workflow_id: workflow.id, direct_reveal_allowed: false },
    });

    const id = await requested(`${REF}2`);
    expect((await world.admin.get(`/requests/${id}`)).body.min_approvers).toBe(2);
    await page.goto(`/requests/${id}`);
    await page.getByText(/^decided at .*, version 1$/).waitFor();
    await page.getByText('payments prod', { exact: true }).waitFor();
    await walk.checkAccess('request with its rule');
    await page.getByRole('link', { name: 'And today?' }).click();
    await page.getByRole('listitem').filter({ hasText: 'match-all' }).getByText('lower priority').waitFor();
    await walk.checkAccess('simulation');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('row', { name: /payments prod.*decides/ }).waitFor();
    await walk.checkAccess('simulation as a table');
    await page.reload();
    expect(await field(page, 'Secret').inputValue()).toBe(`${REF}2`);

    await page.goto(`/workflows/${workflow.id}`);
    await page.getByRole('link', { name: 'payments prod' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).hover();
    await page.getByText('A policy rule still uses this workflow. The rules are listed below.').waitFor();
    await walk.checkAccess('workflow in use');
    await walk.end();
  }, 180_000);

  it('a second editor is warned, keeps the input, and uses only the keyboard', async () => {
    const workflow_id = (await world.admin.get('/workflows')).body[0].id;
    const body = { name: 'freeze', selector: { type: 'patch' }, priority: 9500, workflow_id };
    const { id } = created(await world.admin.post('/policies', body));
    const walk = await signIn(ADMIN_EMAIL, `/policies/${id}`, 360);
    const { page } = walk;
    await page.getByText('Version 1').waitFor();
    await walk.checkAccess('rule on a phone');
    await world.admin.put(`/policies/${id}`, { priority: 9600 });
    await field(page, 'Name').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('freeze of changes');
    await page.keyboard.press('Enter');
    await page.getByText('This has changed since you opened it.').waitFor();
    await page.getByText('Another person changed this while you were editing.').waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('freeze of changes');
    expect(await field(page, 'Priority').inputValue()).toBe('9600');
    await walk.checkAccess('changed meanwhile');
    // What is typed while it is on its way would not be sent with it.
    const pass = await hold(page, `**/api/v1/policies/${id}`);
    const sent = page.waitForRequest((call) => call.method() === 'PUT');
    await save(page).focus();
    await page.keyboard.press('Enter');
    await sent;
    await field(page, 'Name').focus();
    await page.keyboard.type(', lost');
    const isInert = (element: any): boolean => element.closest('[inert]') !== null;
    expect(await field(page, 'Workflow').evaluate(isInert)).toBe(true);
    await pass();
    await page.getByText('Version 3').waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('freeze of changes');
    expect(await field(page, 'Workflow').evaluate(isInert)).toBe(false);
    expect((await world.admin.get(`/policies/${id}`)).body).toMatchObject({
      ...{ name: 'freeze of changes', priority: 9600 },
    });
    // What is typed into a rule that is deleted is given up with it.
    await field(page, 'Name').fill('no rule any more');
    await page.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Policies' }).waitFor();
    expect((await world.admin.get(`/policies/${id}`)).status).toBe(404);
    await walk.end();
  }, 120_000);

  it('an author of a project’s rules follows its checklist, and reads the platform’s without values', async () => {
    const open = { name: 'for authors', min_approvers: 1, scoped_policy_authorable: true };
    created(await world.admin.post('/workflows', open));
    const { project } = world;
    await world.person('author', 'policy_author', { scope: { project_id: project.id } });
    const walk = await signIn('author@example.test', `/projects/${project.id}/rules/new`);
    const { page } = walk;
    const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await step('You write rules for this place').getByText('holds').waitFor();
    await walk.checkAccess('new rule of a project');
    await walk.staysWith('own rule', field(page, 'Name'), 'Projects');
    await field(page, 'Priority').fill('9000');
    await step('The priority lies below').getByText('It must be below 9000.').waitFor();
    expect(await field(page, 'Workflow').locator('option').allTextContents()).toEqual([
      'Choose…',
      'for authors',
    ]);
    await field(page, 'Workflow').selectOption({ label: 'for authors' });
    const prod = field(page, 'Environment').locator('option', { hasText: 'prod' });
    expect(await prod.isDisabled()).toBe(true);
    await prod.evaluate((option: any) => option.removeAttribute('disabled'));
    await field(page, 'Environment').selectOption(world.prod.id);
    await step('It keeps to non-prod')
      .getByText('Only platform rules can apply to prod environments.')
      .waitFor();
    await walk.checkAccess('refused at its steps');
    await field(page, 'Environment').selectOption(world.dev.id);
    await field(page, 'Priority').fill('500');
    await step('It keeps to non-prod').getByText('holds').waitFor();
    // The cap moves after the page has read it: only the service can tell.
    const cap = (policy_priority_cap: number) =>
      world.admin.put('/platform-settings', { policy_priority_cap });
    await cap(400);
    await save(page).click();
    await step('The priority lies below').getByText('Priorities at or above the cap').waitFor();
    // What was refused is not sent: it is asked for before the page is left.
    await walk.staysAt(field(page, 'Name'), 'Projects');
    await walk.checkAccess('refused by the service');
    await cap(9000);
    await field(page, 'Priority').fill('399');
    await save(page).click();
    await page.getByRole('heading', { name: 'own rule' }).waitFor();
    await page.getByText('Version 1').waitFor();
    const path = `/projects/${project.id}/policy-rules/${lastOf(page)}`;
    expect((await world.admin.get(path)).body.rule).toMatchObject({ priority: 399, name: 'own rule' });
    await walk.checkAccess('rule of a project');

    await page.goto('/policies');
    await page.getByText('You see what each rule looks at').waitFor();
    await page.getByRole('link', { name: 'payments prod' }).click();
    await page.getByRole('heading', { name: 'payments prod' }).waitFor();
    expect(await page.getByText('apps/payments/').count()).toBe(0);
    await walk.checkAccess('rule without values');
    await page.goto('/policies/simulate?operation=read');
    await page.getByText('You can’t author policy rules in this scope.').waitFor();
    await walk.end();
  }, 180_000);
});
