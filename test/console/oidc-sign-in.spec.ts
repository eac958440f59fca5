import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { OidcWorld } from '../oidc/oidc-world.js';
import { CountingProxy } from '../support/counting-proxy.js';
import { buildWorld, created, type World } from '../support/world.js';
import { openChromium, Walk } from './walk.js';

const CALLBACK = '/api/v1/auth/oidc/callback';
let origin: CountingProxy;
let oidc: OidcWorld;
let world: World;
let browser: Browser;

beforeAll(async () => {
  origin = await CountingProxy.listen();
  const env = { SVC_PUBLIC_URL: origin.url };
  [oidc, browser] = await Promise.all([OidcWorld.open({ apis: 1, up: false, env }), openChromium()]);
  const { url } = oidc.stack.apis[0]!;
  origin.passTo(url);
  oidc.provider.start(`${origin.url}${CALLBACK}`, `${url}/api/v1/auth/oidc/backchannel`);
  world = await buildWorld(oidc.stack);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await oidc?.close();
  await origin?.stop();
});

/** A person at the provider, who is signed in there already, and their way through the console. */
async function begin(path: string): Promise<Walk> {
  const sub = oidc.person({ claims: { groups: ['leads'] } });
  const walk = await Walk.begin(browser, origin.url, { alsoVisits: [oidc.provider.url] });
  await walk.context.setExtraHTTPHeaders({ 'x-login': sub });
  await walk.page.goto(path);
  return walk;
}

describe('signing in through an identity provider', () => {
  it('leads back to where one was going, and from an ended session keeps what was typed', async () => {
    const request = created(
      await world.developer.post('/requests/read', {
        ...{ project_id: world.project.id, environment_id: world.dev.id },
        ...{ provider_connection_id: world.connection.id, secret_ref: 'apps/ledger', keys: ['TOKEN'] },
      }),
    );
    const walk = await begin(`/requests/${request.id}`);
    const { page, context } = walk;
    const way = page.getByRole('link', { name: /^Sign in with / });
    await way.waitFor();
    await walk.checkAccess('sign-in with a provider');
    await way.click();
    await page.getByRole('heading', { name: /requests to read TOKEN/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/requests/${request.id}`);

    await page.getByLabel('Write a comment').fill('Which release needs it?');
    await oidc.query('UPDATE sessions SET revoked_at = now() WHERE user_id <> $1', [world.developer.userId]);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const guard = page.getByRole('dialog', { name: 'Your session has ended' });
    await guard.waitFor();
    await walk.checkAccess('session ended, with a provider');
    const opened = context.waitForEvent('page');
    await guard.getByRole('link', { name: /^Sign in with / }).click();
    const tab = await opened;
    await guard.waitFor({ state: 'detached' });
    await page.getByRole('listitem').getByText('Which release needs it?').waitFor();
    // The tab closes itself where the browser lets it.
    if (!tab.isClosed())
      await tab
        .getByText('You can close this tab.')
        .waitFor()
        .catch(() => undefined);
    const timeline = (await world.developer.get(`/requests/${request.id}/timeline`)).body;
    expect(timeline.filter(({ what }: any) => what === 'commented')).toMatchObject([
      { detail: { text: 'Which release needs it?' } },
    ]);
    await walk.end();
  }, 180_000);

  it('says when it did not work', async () => {
    const walk = await begin('/requests');
    const { page } = walk;
    await page.goto('/sign-in?error=sign_in_failed&next=/requests');
    await page.getByText('Signing in did not work. Try again.').waitFor();
    await walk.checkAccess('sign-in failed');
    await page.getByRole('link', { name: /^Sign in with / }).click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await walk.end();
  }, 120_000);
});
