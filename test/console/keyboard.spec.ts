import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { canary } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const LOGIN = canary('password');
let stack: TestStack;
let world: World;
let browser: Browser;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openChromium()]);
  world = await buildWorld(stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

async function enter(name: string, role: string): Promise<Walk> {
  await world.person(name, role);
  const walk = await Walk.begin(browser, stack.apis[0]!.url);
  await walk.context.grantPermissions(['clipboard-write']);
  await walk.signIn('/', `${name}@example.test`, LOGIN);
  await walk.page.getByRole('button', { name: 'Find' }).waitFor();
  // The keys are loaded after the page.
  const list = walk.page.getByRole('heading', { name: 'Shortcuts' });
  await eventually(async () => {
    await walk.page.keyboard.press('?');
    return list.isVisible();
  }, 'keys');
  await walk.page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  return walk;
}

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** A request of the developer to read one key. */
async function request(key: string): Promise<string> {
  const body = {
    ...{ project_id: world.project.id, environment_id: world.dev.id },
    ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/payments/db' },
    ...{ keys: [key], justification: 'Deploy 4.2 fails.' },
  };
  return created(await world.developer.post('/requests/read', body)).id;
}

describe('a keyboard user', () => {
  it('navigates by palette and letters, and disables single keys', async () => {
    const walk = await enter('ada', 'developer');
    const { page } = walk;
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
    await walk.checkAccess('shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor({ state: 'detached' });

    await page.keyboard.press('Control+K');
    const field = page.getByRole('combobox', { name: /^A page/ });
    await field.fill('paym');
    await page.getByRole('option', { name: 'payments' }).waitFor();
    await walk.checkAccess('palette');
    await page.keyboard.press('Enter');
    await heading(page, 'payments');
    await page.keyboard.press('Control+K');
    await field.fill('edit');
    const off = page.getByRole('option', { name: /Edit/ }).first();
    expect(await off.textContent()).toContain('user_role.edit');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    expect(await focused(page)).toContain('Edit');

    for (const [letter, title] of [
      ['r', 'Requests'],
      ['s', 'Secrets'],
      ['p', 'Projects'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await heading(page, title);
    }
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading(page, 'Secrets');
    await page.keyboard.press('/');
    // What is typed into the filter is text.
    await page.keyboard.type('gh?n');
    expect(new URL(page.url()).pathname).toBe('/secrets');
    const filter = page.locator(':focus');
    expect(await filter.inputValue()).toBe('gh?n');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/secrets?q=*');
    expect(await filter.inputValue()).toBe('gh?n');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/secrets');
    expect(await filter.inputValue()).toBe('');
    await page.keyboard.type('again');
    await page.keyboard.press('Escape');
    expect(await filter.inputValue()).toBe('');

    await page.goto('/me');
    await page.getByLabel('Shortcuts of a single key').uncheck();
    // The keys are there a moment after the page.
    await eventually(async () => {
      await page.keyboard.press('Control+K');
      return field.isVisible();
    }, 'the palette');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.keyboard.press('Control+K');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/me');
    await page.reload();
    await page.getByLabel('Shortcuts of a single key').check();
    await eventually(async () => {
      await page.keyboard.press('n');
      return page.getByRole('heading', { level: 1, name: /Request access/ }).isVisible();
    }, 'the page to ask on');
    await walk.end();
  }, 180_000);

  it('browses requests, and decides nothing by a single key', async () => {
    const ids = [await request('USER'), await request('PASSWORD')];
    const walk = await enter('cy', 'approver');
    const { page } = walk;
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await heading(page, 'Requests');
    await page.getByRole('row', { name: /PASSWORD/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/);
    const opened = page.url();
    await page.keyboard.press(']');
    await page.waitForURL((url) => url.href !== opened);
    expect(ids.map((id) => page.url().endsWith(id))).toContain(true);
    await page.keyboard.press('[');
    await page.waitForURL(opened);
    await page.keyboard.press('c');
    await page.getByText('Copied.').waitFor();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.keyboard.press('a');
    expect(await focused(page)).toContain('Approve');
    await page.keyboard.press('x');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: /^A page/ }).fill(ids[0]!);
    await page.getByRole('combobox', { name: /^A page/ }).fill(ids[0]!);
    await page.getByRole('option', { name: /^The request/ }).click();
    await heading(page, /USER/);
    for (const id of ids)
      expect((await world.developer.get(`/requests/${id}`)).body).toMatchObject({
        ...{ status: 'pending', approvals: [] },
      });
    await walk.end();
  }, 180_000);
});

async function focused(page: Page): Promise<string | null> {
  return page.locator(':focus').textContent();
}
