import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CacheContent } from '../support/cache-content.js';
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
  it('stores one factor of 64 registrations and accepts one of 64 equal assertions, over two processes', async () => {
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

  it('accepts an assertion of one kind, in its form', async () => {
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

  it('rejects a code beside an assertion', async () => {
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

describe('a step-up that is handed over to a browser', () => {
  const GONE = [410, 'step_up_handoff_gone'];
  let people = 0;

  /** Somebody with a passkey alone: a session of a command line, their browser, and somebody else’s. */
  async function somebody() {
    const email = `somebody-${(people += 1)}@example.test`;
    const password = canary('password');
    expect((await client.post('/users', { email, password })).status).toBe(201);
    const signIn = () => new TestClient(stack.apis[people % 2]!.url).signIn(email, password);
    const device = new SoftwareAuthenticator(ORIGIN);
    const line = await signIn();
    const { challenge_id, options } = (await line.post('/users/me/mfa/webauthn/start', {})).body;
    const response = device.register(options);
    expect((await line.post('/users/me/mfa/webauthn/finish', { challenge_id, response })).status).toBe(201);
    return { line, browser: (await signIn()).inBrowser, device };
  }

  /** What the command line does until somebody has to go to a browser. */
  async function handOver(line: TestClient): Promise<{ challenge_id: string; path: string }> {
    const { challenge_id } = (await line.post('/auth/mfa/challenge', { kind: 'webauthn' })).body;
    const { status, body } = await line.post('/auth/mfa/handoff', { challenge_id });
    expect([status, body.interval, body.url]).toEqual([
      200,
      2,
      `${ORIGIN}/step-up?handoff=${body.handoff_id}`,
    ]);
    return { challenge_id, path: `/auth/mfa/handoff/${body.handoff_id}` };
  }

  const sessionOf = async (someone: TestClient): Promise<string> =>
    (await someone.get('/users/me')).body.session.id;
  const freshUntil = async (someone: TestClient): Promise<string | null> =>
    (await someone.get('/users/me')).body.mfa.fresh_until;

  it('is answered there for that challenge, and refreshes only the session that requested it', async () => {
    const { line, browser, device } = await somebody();
    const { challenge_id, path } = await handOver(line);
    const waiting = await line.get(path);
    expect([waiting.status, waiting.body]).toEqual([202, null]);
    const asked = await browser.get(`${path}/challenge`);
    expect(asked.body).toMatchObject({
      ...{ session: { user_agent: 'node', ip: line.address }, ip: line.address },
      options: { userVerification: 'required', allowCredentials: [{ id: device.id }] },
    });
    const response = device.assert(asked.body.options);
    expect((await browser.post(`${path}/response`, { response })).status).toBe(204);
    expect([await freshUntil(line), await freshUntil(browser)]).toEqual([null, null]);
    const [asking, answering] = [await sessionOf(line), await sessionOf(browser)];
    const audited = await client.get(`/audit-events?action=auth.mfa.handoff&resource=session:${asking}`);
    expect(audited.body).toMatchObject([
      {
        ...{ actor: `user:${line.userId}`, status: 'success' },
        metadata: { answered_by_session_id: answering, ip: browser.address, begun_from: line.address },
      },
    ]);
    const collected = await line.get(path);
    expect([collected.status, collected.body, collected.headers.get('cache-control')]).toEqual([
      ...[200, { response }, 'no-store'],
    ]);
    // The browser's session has not opened the challenge.
    const verify = { challenge_id, response };
    expect(code(await browser.post('/auth/mfa/verify', verify))).toEqual([410, 'mfa_challenge_expired']);
    expect((await line.post('/auth/mfa/verify', verify)).status).toBe(204);
    expect([await freshUntil(line), await freshUntil(browser)]).toEqual([expect.any(String), null]);
    expect(code(await line.post('/auth/mfa/verify', verify))).toEqual([410, 'mfa_challenge_expired']);
  });

  it('accepts one answer, and returns it once, however many concurrent calls', async () => {
    const { line, browser, device } = await somebody();
    const { path } = await handOver(line);
    const { options } = (await browser.get(`${path}/challenge`)).body;
    const statuses = async (calls: Promise<Answer>[]): Promise<number[]> =>
      (await Promise.all(calls)).map(({ status }) => status).sort();
    const answers = Array.from({ length: 8 }, () =>
      browser.post(`${path}/response`, { response: device.assert(options) }),
    );
    const once = Array.from({ length: 7 }, () => 410);
    expect(await statuses(answers)).toEqual([204, ...once]);
    expect(code(await browser.get(`${path}/challenge`))).toEqual(GONE);
    expect(await statuses(Array.from({ length: 8 }, () => line.get(path)))).toEqual([200, ...once]);
    expect(code(await browser.post(`${path}/response`, { response: {} }))).toEqual(GONE);
  });

  it('is for the same user: others learn nothing, and another session gets no answer', async () => {
    const [{ line, browser, device }, other] = [await somebody(), await somebody()];
    const { path } = await handOver(line);
    const { options } = (await browser.get(`${path}/challenge`)).body;
    const response = device.assert(options);
    for (const refused of [
      await other.browser.get(`${path}/challenge`),
      await other.browser.post(`${path}/response`, { response }),
      await other.line.get(path),
      await browser.get(path),
      await browser.get(`/auth/mfa/handoff/${randomUUID()}/challenge`),
    ])
      expect(code(refused)).toEqual(GONE);
    expect(code(await line.post(`${path}/response`, { response }))).toEqual([
      403,
      'browser_session_required',
    ]);
    for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }])
      expect(
        code(await browser.post(`${path}/response`, { response }, { headers: { ...headers } as never })),
      ).toEqual([403, 'cross_site_request_refused']);
    expect((await line.get(path)).status).toBe(202);
    expect((await browser.post(`${path}/response`, { response })).status).toBe(204);
    expect(code(await browser.get(path))).toEqual(GONE);
    expect((await line.get(path)).status).toBe(200);
  });

  it('requires a challenge of this session and kind', async () => {
    const { line, browser } = await somebody();
    const { challenge_id } = (await line.post('/auth/mfa/challenge', { kind: 'webauthn' })).body;
    await browser.post('/users/me/mfa/totp/start', {});
    for (const [someone, id] of [
      [browser, challenge_id],
      [line, randomUUID()],
    ] as const)
      expect(code(await someone.post('/auth/mfa/handoff', { challenge_id: id }))).toEqual([
        ...[410, 'mfa_challenge_expired'],
      ]);
  });

  it('ends with its challenge, and with the requesting session', async () => {
    const { line, browser, device } = await somebody();
    const cache = CacheContent.open(stack.redisUrl);
    const [kept, ended] = [await handOver(line), await handOver(line)];
    const lives = await Promise.all(
      (await cache.keys('countersign:mfa.handoff:*')).map((key) => cache.ttl(key)),
    );
    for (const seconds of lives) expect([seconds > 0, seconds <= 300]).toEqual([true, true]);
    // What the cache does when the time of the challenge has come.
    const [challenge] = await cache.keys(`countersign:mfa.challenge:*:${ended.challenge_id}`);
    await cache.del(challenge!);
    cache.disconnect();
    const { options } = (await browser.get(`${kept.path}/challenge`)).body;
    for (const gone of [
      await browser.get(`${ended.path}/challenge`),
      await browser.post(`${ended.path}/response`, { response: device.assert(options) }),
      await line.get(ended.path),
    ])
      expect(code(gone)).toEqual(GONE);
    await line.post('/auth/logout');
    expect(code(await browser.get(`${kept.path}/challenge`))).toEqual(GONE);
  });
});
