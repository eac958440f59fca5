import type { Page } from 'playwright-core';
import { nextTotpCode } from '../../stack/totp-code.js';
import type { Shop } from './shop.js';

/** A page as seen by one of the people. */
export interface Picture {
  readonly name: string;
  readonly of: keyof Shop['people'];
  readonly path: (shop: Shop) => string;
  /** Resolves when the content of the picture is visible. */
  readonly ready: (page: Page, shop: Shop) => Promise<unknown>;
}

/** The main pages, in the order in which docs/console.md shows them. */
export const PICTURES: readonly Picture[] = [
  {
    name: 'home',
    of: 'omar',
    path: () => '/',
    ready: (page) => page.getByRole('row', { name: /card-gateway/ }).waitFor(),
  },
  {
    name: 'requests',
    of: 'ada',
    path: () => '/requests',
    ready: (page) =>
      page
        .getByRole('row', { name: /ledger/ })
        .first()
        .waitFor(),
  },
  {
    name: 'request',
    of: 'omar',
    path: ({ waiting }) => `/requests/${waiting}`,
    ready: (page) => page.getByText('Who can approve').waitFor(),
  },
  {
    name: 'ask',
    of: 'dana',
    path: ({ asked: { project_id, environment_id, secret_ref } }) =>
      `/requests/new?${new URLSearchParams({ project: project_id!, environment: environment_id!, ref: secret_ref!, keys: 'api_key' }).toString()}`,
    async ready(page) {
      await page.getByLabel('Why').fill('The gateway refuses our webhooks since 09:40, PAY-1433');
      await page.getByText('You request it').waitFor();
    },
  },
  {
    name: 'reveal',
    of: 'dana',
    path: ({ executed }) => `/requests/${executed}/reveal`,
    ready: openWithoutValues,
  },
  {
    name: 'secrets',
    of: 'dana',
    path: () => '/secrets',
    ready: (page) =>
      page
        .getByRole('row', { name: /card-gateway/ })
        .first()
        .waitFor(),
  },
  {
    name: 'policies',
    of: 'ada',
    path: ({ simulated }) => `/policies/simulate?${new URLSearchParams(simulated).toString()}`,
    ready: (page) => page.getByText('Card gateway in prod').first().waitFor(),
  },
  {
    name: 'fleet',
    of: 'ada',
    path: () => '/fleet',
    ready: (page) => page.getByText('us-east').first().waitFor(),
  },
  {
    name: 'audit',
    of: 'vera',
    path: () => '/audit',
    async ready(page) {
      await page.getByRole('button', { name: /^Verify these/ }).click();
      await page.getByText(/sealed, tree of/).waitFor();
    },
  },
  {
    name: 'person',
    of: 'ada',
    path: ({ person }) => `/people/${person}`,
    ready: (page) => page.getByRole('heading', { name: 'Grants' }).waitFor(),
  },
];

/** Opens a reveal session without retrieving a value. Without a recent step-up the console asks for the second factor. */
async function openWithoutValues(page: Page, { people: { dana }, book }: Shop): Promise<void> {
  const code = page.getByLabel('Code from your authenticator app');
  const shown = page.getByRole('button', { name: 'Hold to show' }).first();
  const open = page.getByRole('button', { name: 'Open' });
  await open.or(shown).waitFor();
  if (await open.isVisible()) await open.click();
  await code.or(shown).waitFor();
  if (await code.isVisible()) {
    const { totpSecret, lastStep } = book.of(dana.account.email);
    const next = await nextTotpCode(totpSecret!, lastStep);
    book.remember(dana.account.email, { lastStep: next.step });
    await code.fill(next.code);
  }
  await shown.waitFor();
}
