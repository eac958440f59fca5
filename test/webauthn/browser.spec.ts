import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';
import { ConsoleOrigin } from './console-origin.js';
import { ConsolePage, type PageAnswer } from './console-page.js';

const PASSWORD = canary('password');
let origin: ConsoleOrigin;
let stack: TestStack;
let page: ConsolePage;

beforeAll(async () => {
  origin = await ConsoleOrigin.listen();
  stack = await startStack({
    env: {
      SVC_PUBLIC_URL: origin.url,
      SVC_WEBAUTHN_RP_ID: 'localhost',
      SVC_WEBAUTHN_RP_ORIGINS: origin.url,
    },
  });
  origin.passTo(stack.apis[0]!.url);
  page = await ConsolePage.open(origin.url);
}, 300_000);
afterAll(async () => {
  await page?.close();
  await stack?.stop();
  await origin?.close();
});

const code = (answer: PageAnswer) => [answer.status, answer.body?.error_code];

/** One step-up as the console does it. */
async function stepUp(): Promise<PageAnswer> {
  const { status, body } = await page.call('POST', '/auth/mfa/challenge', { kind: 'webauthn' });
  expect(status).toBe(200);
  const response = await page.ask('get', body.options);
  return page.call('POST', '/auth/mfa/verify', { challenge_id: body.challenge_id, response });
}

describe('an authenticator in Chromium', () => {
  it('is enrolled, steps up the session, and ends every session if it was cloned', async () => {
    const admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    await admin.enrollAndStepUp();
    const email = `${randomUUID()}@example.test`;
    created(await admin.post('/users', { email, password: PASSWORD }));
    const elsewhere = await new TestClient(stack.apis[0]!.url).signIn(email, PASSWORD);
    expect((await page.call('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(200);

    const started = await page.call('POST', '/users/me/mfa/webauthn/start', { label: 'laptop' });
    expect(started.status).toBe(200);
    const { challenge_id, options } = started.body;
    const response = await page.ask('create', options);
    const finished = await page.call('POST', '/users/me/mfa/webauthn/finish', { challenge_id, response });
    expect(finished).toMatchObject({ status: 201, body: { kind: 'webauthn', label: 'laptop' } });
    expect((await page.call('GET', '/users/me')).body.mfa).toMatchObject({ kinds: ['webauthn'] });

    const factor = `/users/me/mfa/factors/${finished.body.id}`;
    expect(code(await page.call('DELETE', factor))).toEqual([401, 'step_up_required']);
    expect((await stepUp()).status).toBe(204);
    expect((await page.call('GET', '/users/me')).body.mfa.fresh_until).not.toBeNull();
    expect((await stepUp()).status).toBe(204);

    // Registered already: the browser itself does not make another credential on this authenticator.
    const again = await page.call('POST', '/users/me/mfa/webauthn/start', {});
    await expect(page.ask('create', again.body.options)).rejects.toThrow(/InvalidStateError/);

    await page.restoreEarlyCopy();
    expect(code(await stepUp())).toEqual([401, 'factor_compromised']);
    expect(code(await page.call('GET', '/users/me'))).toEqual([401, 'unauthenticated']);
    expect((await elsewhere.get('/users/me')).status).toBe(401);
    const trail = await admin.get('/audit-events?action=auth.mfa.factor_compromised');
    expect(trail.body).toMatchObject([{ resource: `mfa_factor:${finished.body.id}`, status: 'denied' }]);
  }, 60_000);
});
