import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

const ORIGIN = 'http://localhost:8080';
let stack: TestStack;
let client: TestClient;

beforeAll(async () => {
  stack = await startStack({
    apis: 2,
    env: {
      SVC_PUBLIC_URL: ORIGIN,
      SVC_WEBAUTHN_RP_ID: 'localhost',
      SVC_WEBAUTHN_RP_ORIGINS: ORIGIN,
    },
  });
  client = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
}, 60_000);
afterAll(() => stack?.stop());

const code = (answer: Answer) => [answer.status, answer.body?.error_code];

/** The same call 64 times at once, by turns to two api processes; how often each status came. */
async function storm(path: string, body: object): Promise<Record<string, number>> {
  const processes = stack.apis.map((api) => Object.assign(new TestClient(api.url), { token: client.token }));
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => processes[index % 2]!.post(path, body)),
  );
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('WebAuthn over HTTP', () => {
  it('stores one factor of 64 finishes and takes one of 64 equal answers, in two processes', async () => {
    const device = new SoftwareAuthenticator(ORIGIN);
    const started = await client.post('/users/me/mfa/webauthn/start', {});
    expect(started.headers.get('cache-control')).toBe('no-store');
    const { challenge_id, options } = started.body;
    const finish = { challenge_id, response: device.register(options) };
    const finished = await storm('/users/me/mfa/webauthn/finish', finish);
    expect(finished['201']).toBe(1);
    expect((finished['410'] ?? 0) + (finished['401'] ?? 0)).toBe(63);
    expect((await client.get('/users/me/mfa/factors')).body).toHaveLength(1);

    const challenge = await client.post('/auth/mfa/challenge', { kind: 'webauthn' });
    expect(challenge.body).toMatchObject({ kind: 'webauthn', options: { userVerification: 'required' } });
    const answer = {
      challenge_id: challenge.body.challenge_id,
      response: device.assert(challenge.body.options),
    };
    // Ten calls a minute are looked at at all (D23).
    expect(await storm('/auth/mfa/verify', answer)).toEqual({ 204: 1, 410: 9, 429: 54 });
    expect((await client.get('/users/me')).body.mfa.fresh_until).not.toBeNull();
  });

  it('takes an answer of one kind, in its form', async () => {
    const challenge_id = randomUUID();
    const someone = await new TestClient(stack.apis[1]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    for (const body of [
      { challenge_id },
      { challenge_id, response: null },
      { challenge_id, response: 'text' },
      { challenge_id, response: [] },
      { challenge_id: 'no-uuid', response: {} },
    ]) {
      const finish = await someone.post('/users/me/mfa/webauthn/finish', body);
      expect(code(finish)).toEqual([400, 'validation_failed']);
    }
    const unknown = await someone.post('/users/me/mfa/webauthn/finish', { challenge_id, response: {} });
    expect(code(unknown)).toEqual([410, 'mfa_challenge_expired']);
    const large = { challenge_id, response: { id: 'x'.repeat(64 * 1024) } };
    expect((await someone.post('/users/me/mfa/webauthn/finish', large)).status).toBe(413);
  });

  it('takes no code beside an assertion', async () => {
    const email = `${randomUUID()}@example.test`;
    const password = canary('password');
    await client.post('/users', { email, password });
    const someone = await new TestClient(stack.apis[1]!.url).signIn(email, password);
    const challenge_id = randomUUID();
    const both = { challenge_id, response: {}, factor_id: randomUUID(), code: '123456' };
    for (const body of [both, { challenge_id, response: null }, { challenge_id, response: [] }])
      expect(code(await someone.post('/auth/mfa/verify', body))).toEqual([400, 'validation_failed']);
    const unknown = await someone.post('/auth/mfa/verify', { challenge_id, response: {} });
    expect(code(unknown)).toEqual([410, 'mfa_challenge_expired']);
  });

  it.each([
    ['neither relying party id nor origins are', { SVC_WEBAUTHN_RP_ID: '', SVC_WEBAUTHN_RP_ORIGINS: '' }, 0],
    ['only the relying party id is', { SVC_WEBAUTHN_RP_ORIGINS: '' }, 1],
    ['only the origins are', { SVC_WEBAUTHN_RP_ID: '' }, 1],
  ])('has no routes where %s configured, and TOTP has (D106)', async (_, env, warnings) => {
    const without = await stack.addApi(env);
    expect(without.output().match(/WebAuthn is off/g) ?? []).toHaveLength(warnings);
    const someone = await new TestClient(without.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    // The route is there: by now this administrator holds a factor (D22).
    expect(code(await someone.post('/users/me/mfa/totp/start'))).toEqual([401, 'step_up_required']);
    for (const step of ['start', 'finish'])
      expect((await someone.post(`/users/me/mfa/webauthn/${step}`, {})).status).toBe(404);
    expect(code(await someone.post('/auth/mfa/challenge', { kind: 'webauthn' }))).toEqual([
      412,
      'mfa_enrollment_required',
    ]);
  });
});
