import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { type Answer, codeFor, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const PASSWORD = canary('password');
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
let stack: TestStack;
let admin: TestClient;

beforeAll(async () => {
  stack = await startStack({ apis: 2 });
  admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await admin.enrollAndStepUp();
}, 60_000);
afterAll(() => stack?.stop());

/** Returns a client that has not signed in, at the other api process. */
const stranger = () => new TestClient(stack.apis[1]!.url);

async function account(): Promise<{ id: string; email: string }> {
  return created(await admin.post('/users', { email: `${randomUUID()}@example.test`, password: PASSWORD }));
}

const code = (answer: Answer) => [answer.status, answer.body?.error_code];

/** Returns the parts of an answer that may not differ between two failures. */
function comparable(answer: Answer): unknown {
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'x-correlation-id']) delete headers[name];
  return { status: answer.status, headers, body: answer.body };
}

/** Returns the session cookie that an answer sets, with its attributes in lower case. */
function cookieOf(answer: Answer): { pair: string; attributes: string[] } {
  const [pair = '', ...attributes] = (answer.headers.getSetCookie()[0] ?? '').split('; ');
  return { pair, attributes: attributes.map((text) => text.toLowerCase()) };
}

describe('signing in', () => {
  it('returns the cookie without a token when only the cookie is requested', async () => {
    const { id, email } = await account();
    const headers = { 'countersign-session': 'cookie' };
    const answer = await stranger().post('/auth/login', { email, password: PASSWORD }, { headers });
    expect(answer.body).toEqual({ expires_at: ISO, user: expect.objectContaining({ id }) });
    const me = await stranger().get('/users/me', { headers: { cookie: cookieOf(answer).pair } });
    expect([me.status, me.body.id]).toEqual([200, id]);
  });

  it('issues a token and a cookie of one session, which a logout ends together in every process', async () => {
    const { id, email } = await account();
    const answer = await stranger().post('/auth/login', {
      email: ` ${email.toUpperCase()}`,
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      token: expect.any(String),
      expires_at: ISO,
      user: {
        id,
        email,
        display_name: null,
        kind: 'local',
        disabled: false,
        created_at: ISO,
        updated_at: ISO,
      },
    });
    const { pair, attributes } = cookieOf(answer);
    expect(pair).toMatch(/^svc_session=[\w-]{43}$/);
    expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'samesite=strict']));
    expect(attributes).not.toContain('secure');

    const byCookie = { headers: { cookie: pair } };
    const byToken = { headers: { authorization: `Bearer ${answer.body.token}` } };
    const [first, second] = stack.apis.map((api) => new TestClient(api.url));
    expect((await first!.get('/users/me', byCookie)).body).toMatchObject({ id, roles: [], permissions: [] });
    expect((await second!.get('/users/me', byToken)).body).toMatchObject({ id });
    const out = await first!.post('/auth/logout', {}, byCookie);
    expect(out.status).toBe(204);
    expect(cookieOf(out).pair).toBe('svc_session=');
    for (const client of [first!, second!]) {
      expect(code(await client.get('/users/me', byCookie))).toEqual([401, 'unauthenticated']);
      expect(code(await client.get('/users/me', byToken))).toEqual([401, 'unauthenticated']);
    }
  });

  it('is extended by every call except a GET marked as background', async () => {
    const { email } = await account();
    const client = await stranger().signIn(email, PASSWORD);
    const background = { headers: { 'countersign-background': '1' } };
    const idle = async (): Promise<string> =>
      (await client.get('/users/me', background)).body.session.idle_expires_at;
    const shorten = `UPDATE sessions SET idle_expires_at = clock_timestamp() + interval '60 s' WHERE user_id = $1`;
    await withClient(stack.databaseUrl, (database) => database.query(shorten, [client.userId]));
    const ending = await idle();
    for (const path of ['/requests', '/meta']) await client.get(path, background);
    expect(await idle()).toBe(ending);
    await client.post('/auth/mfa/challenge', { kind: 'totp' }, background);
    expect(Date.parse(await idle())).toBeGreaterThan(Date.parse(ending) + 60_000);
  });

  it('is refused where the call names another user', async () => {
    const [one, other] = [await account(), await account()];
    const client = await stranger().signIn(one.email, PASSWORD);
    const challenge = async (user: string) =>
      code(
        await client.post('/auth/mfa/challenge', { kind: 'totp' }, { headers: { 'countersign-user': user } }),
      );
    expect(await challenge(other.id)).toEqual([401, 'unauthenticated']);
    expect(await challenge('x')).toEqual([401, 'unauthenticated']);
    expect(await challenge(one.id)).not.toEqual([401, 'unauthenticated']);
    const me = (user: string) => client.get('/users/me', { headers: { 'countersign-user': user } });
    expect([(await me(other.id)).status, (await me(one.id)).status]).toEqual([401, 200]);
    const meta = (user: string) => client.get('/meta', { headers: { 'countersign-user': user } });
    expect([(await meta(other.id)).status, (await meta(one.id)).status]).toEqual([401, 200]);
  });

  it('never adopts a cookie that came with it', async () => {
    const { email } = await account();
    const planted = `svc_session=${'A'.repeat(43)}`;
    const answer = await stranger().post(
      '/auth/login',
      { email, password: PASSWORD },
      { headers: { cookie: planted } },
    );
    expect(cookieOf(answer).pair).not.toBe(planted);
  });

  it('answers unknown, disabled, locked, wrong and incomplete alike', async () => {
    const [disabled, locked, wrong] = [await account(), await account(), await account()];
    await admin.put(`/users/${disabled.id}/disabled`, { disabled: true });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await stranger().post('/auth/login', { email: locked.email, password: canary('wrong password') });
    }
    const failures = [
      { email: 'nobody@example.test', password: PASSWORD },
      { email: disabled.email, password: PASSWORD },
      { email: locked.email, password: PASSWORD },
      { email: wrong.email, password: canary('wrong password') },
      { email: wrong.email },
      { password: PASSWORD },
      {},
    ];
    const answers = await Promise.all(failures.map((body) => stranger().post('/auth/login', body)));
    expect(code(answers[0]!)).toEqual([401, 'invalid_credentials']);
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0]!));
    expect(answers[0]!.headers.getSetCookie()).toEqual([]);
  });

  it('refuses unknown members, and values that are not strings', async () => {
    const { email } = await account();
    for (const body of [
      { email, password: PASSWORD, remember: true },
      { email: [email], password: PASSWORD },
      { email, password: { $ne: null } },
    ]) {
      expect(code(await stranger().post('/auth/login', body))).toEqual([400, 'validation_failed']);
    }
  });

  it('allows 30 attempts a minute from one address, over both processes', async () => {
    const clients = stack.apis.map((api) => new TestClient(api.url));
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, index) => clients[index % 2]!.post('/auth/login', {}, { headers })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array<number>(30).fill(401), ...Array<number>(4).fill(429)]);
    const refused = answers.find((answer) => answer.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  }, 120_000);
});

describe('a second factor', () => {
  it('is enrolled in two steps, steps the session up, and protects changes of factors', async () => {
    const { email } = await account();
    const client = await stranger().signIn(email, PASSWORD);
    expect(code(await client.post('/auth/mfa/challenge', { kind: 'totp' }))).toEqual([
      412,
      'mfa_enrollment_required',
    ]);
    const started = await client.post('/users/me/mfa/totp/start', { label: 'phone' });
    expect(started.status).toBe(200);
    expect(started.headers.get('cache-control')).toBe('no-store');
    const { challenge_id, secret } = started.body;
    const confirmed = await client.post('/users/me/mfa/totp/confirm', {
      challenge_id,
      code: codeFor(secret, 0),
    });
    const factor = { id: UUID, kind: 'totp', label: 'phone', created_at: ISO, last_used_at: null };
    expect(created(confirmed)).toEqual(factor);
    expect((await client.get('/users/me/mfa/factors')).body).toEqual([confirmed.body]);
    expect((await client.get('/users/me')).body).toMatchObject({
      mfa: { enrolled: true, kinds: ['totp'], fresh_until: null },
      session: { id: UUID, expires_at: ISO, idle_expires_at: ISO, last_mfa_at: null },
    });

    const factorPath = `/users/me/mfa/factors/${confirmed.body.id}`;
    const refused = await client.delete(factorPath);
    expect(code(refused)).toEqual([401, 'step_up_required']);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_user_authentication", .*acr_values="mfa", max_age="900"$/,
    );
    await client.stepUp(confirmed.body.id, secret, 1);
    expect((await client.get('/users/me')).body).toMatchObject({
      mfa: { fresh_until: ISO },
      session: { last_mfa_at: ISO },
    });
    expect((await client.delete(factorPath)).status).toBe(204);
    expect(code(await client.delete(factorPath))).toEqual([404, 'factor_not_found']);
  });

  it('is checked at most ten times a minute for one user, over all sessions and challenges', async () => {
    const { email } = await account();
    const clients = [await stranger().signIn(email, PASSWORD), await stranger().signIn(email, PASSWORD)];
    const body = { challenge_id: randomUUID(), factor_id: randomUUID(), code: '000000' };
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => clients[index % 2]!.post('/auth/mfa/verify', body)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      ...Array<number>(10).fill(410),
      ...Array<number>(4).fill(429),
    ]);
  });

  it.each([
    '12345',
    '1234567',
    ' 123456',
    '12345a',
    '\u0661\u0662\u0663\u0664\u0665\u0666',
    123456,
    ['123456'],
    null,
  ])('refuses %j as a code', async (text) => {
    const body = { challenge_id: randomUUID(), factor_id: randomUUID(), code: text };
    const client = await stranger().signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    expect(
      code(await client.post('/users/me/mfa/totp/confirm', { challenge_id: body.challenge_id, code: text })),
    ).toEqual([400, 'validation_failed']);
  });
});

describe('the administration of users', () => {
  it('requires an administrator, and a step-up for creating accounts and resetting factors', async () => {
    const { id, email } = await account();
    const someone = await stranger().signIn(email, PASSWORD);
    const stale = await stranger().signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const body = { email: `${randomUUID()}@example.test`, password: PASSWORD };
    const calls: ((client: TestClient) => Promise<Answer>)[] = [
      (client) => client.get('/users'),
      (client) => client.post('/users', body),
      (client) => client.put(`/users/${id}/disabled`, { disabled: false }),
      (client) => client.post(`/users/${id}/unlock`),
      (client) => client.delete(`/users/${id}/mfa/factors`),
      (client) => client.delete(`/users/${id}/sessions`),
    ];
    for (const call of calls) expect(code(await call(someone))).toEqual([403, 'permission_denied']);
    const statuses: number[] = [];
    for (const call of calls) statuses.push((await call(stale)).status);
    expect(statuses).toEqual([200, 401, 200, 204, 401, 204]);
    expect(code(await someone.get('/users/me'))).toEqual([401, 'unauthenticated']);
  });

  it('keeps one local account for all variants of an e-mail, and finds it by any of them', async () => {
    const { id, email } = await account();
    const twin = { email: ` ${email.toUpperCase()} `, password: PASSWORD };
    expect(code(await admin.post('/users', twin))).toEqual([409, 'email_exists']);
    const found = await admin.get(`/users?email=${encodeURIComponent(email.toUpperCase())}`);
    expect(found.body.map((user: { id: string }) => user.id)).toEqual([id]);
  });

  it.each([
    ['11 bytes', 'x'.repeat(11)],
    ['73 bytes', 'x'.repeat(73)],
    ['37 letters of two bytes', '\u00e9'.repeat(37)],
    ['no text', 123456789012],
  ])('refuses a password of %s without repeating it', async (_, password) => {
    const answer = await admin.post('/users', { email: `${randomUUID()}@example.test`, password });
    expect(code(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.fields).toEqual([{ field: 'password', message: 'must be 12 to 72 bytes long' }]);
  });

  it.each([
    'a\u0007b@example.test',
    'a\u200bb@example.test',
    'ab@example\u202e.test',
    'ab',
    '@',
    'a b@c.test',
  ])('refuses the e-mail %j: invisible characters distinguish nobody', async (email) => {
    expect(code(await admin.post('/users', { email, password: PASSWORD }))).toEqual([
      400,
      'validation_failed',
    ]);
  });

  it('ends a disabled user’s sessions in every process at the next request', async () => {
    const { id, email } = await account();
    const clients = stack.apis.map((api) => new TestClient(api.url));
    for (const client of clients) await client.signIn(email, PASSWORD);
    expect((await admin.put(`/users/${id}/disabled`, { disabled: true })).body).toMatchObject({
      disabled: true,
    });
    for (const client of clients) expect((await client.get('/users/me')).status).toBe(401);
  });

  it('shows the end of an account lock to administrators only', async () => {
    const { id, email } = await account();
    const own = await stranger().signIn(email, PASSWORD);
    const seen = async (): Promise<unknown[]> => {
      const [one, listed] = [await admin.get(`/users/${id}`), await admin.get(`/users?email=${email}`)];
      return [one.body.locked_until, listed.body[0].locked_until];
    };
    expect(await seen()).toEqual([null, null]);
    for (let tries = 0; tries < 5; tries++)
      await stranger().post('/auth/login', { email, password: canary('wrong password') });
    const [until, again] = await seen();
    const minutes = (Date.parse(until as string) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(10);
    expect(minutes).toBeLessThanOrEqual(15.1);
    expect(again).toBe(until);
    expect((await own.get('/users/me')).body).not.toHaveProperty('locked_until');
    expect((await admin.post(`/users/${id}/unlock`)).status).toBe(204);
    expect(await seen()).toEqual([null, null]);
  });

  it('answers 404 for an unknown user', async () => {
    const nobody = randomUUID();
    expect(code(await admin.post(`/users/${nobody}/unlock`))).toEqual([404, 'user_not_found']);
    expect(code(await admin.put(`/users/${nobody}/disabled`, { disabled: true }))).toEqual([
      404,
      'user_not_found',
    ]);
    expect(code(await admin.delete(`/users/${nobody}/mfa/factors`))).toEqual([404, 'user_not_found']);
    expect(code(await admin.delete('/users/not-a-uuid/sessions'))).toEqual([400, 'validation_failed']);
  });
});

describe("one's own account", () => {
  const sessionsOf = async (client: TestClient): Promise<{ id: string; current: boolean }[]> =>
    (await client.get('/users/me/sessions')).body;

  it('lists its sessions, and ends one of them at once in every process', async () => {
    const { email } = await account();
    const [laptop, phone] = [
      await stranger().signIn(email, PASSWORD),
      await new TestClient(stack.apis[0]!.url).signIn(email, PASSWORD),
    ];
    const seen = await sessionsOf(laptop);
    expect(seen).toHaveLength(2);
    const [own, other] = [seen.find((each) => each.current)!, seen.find((each) => !each.current)!];
    expect(own).toEqual({
      ...{
        id: UUID,
        current: true,
        created_at: ISO,
        expires_at: ISO,
        idle_expires_at: ISO,
        last_mfa_at: null,
      },
      ...{ ip: laptop.address, user_agent: expect.any(String) },
    });
    expect((await laptop.delete(`/users/me/sessions/${other.id}`)).status).toBe(204);
    expect((await phone.get('/users/me')).status).toBe(401);
    expect((await sessionsOf(laptop)).map(({ id }) => id)).toEqual([own.id]);
    const gone = [404, 'session_not_found'];
    expect(code(await laptop.delete(`/users/me/sessions/${other.id}`))).toEqual(gone);
    expect(code(await admin.delete(`/users/me/sessions/${own.id}`))).toEqual(gone);
    const [event] = (
      await admin.get(`/audit-events?resource=session:${other.id}&action=auth.session.revoked`)
    ).body;
    expect(event).toMatchObject({ actor: `user:${laptop.userId}`, metadata: { reason: 'user' } });
  });

  it('changes its password after a step-up, which ends its other sessions', async () => {
    const { email, id } = await account();
    const [changing, other] = [
      await stranger().signIn(email, PASSWORD),
      await stranger().signIn(email, PASSWORD),
    ];
    const next = canary('next password');
    const change = (current: string) => changing.put('/users/me/password', { current, new: next });
    expect(code(await change(PASSWORD))).toEqual([412, 'mfa_enrollment_required']);
    await changing.enrollAndStepUp();
    expect(code(await change(canary('wrong password')))).toEqual([403, 'password_incorrect']);
    expect(code(await changing.put('/users/me/password', { current: PASSWORD, new: 'short' }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect((await change(PASSWORD)).status).toBe(204);
    expect((await changing.get('/users/me')).status).toBe(200);
    expect((await other.get('/users/me')).status).toBe(401);
    expect(code(await stranger().post('/auth/login', { email, password: PASSWORD }))).toEqual([
      401,
      'invalid_credentials',
    ]);
    await stranger().signIn(email, next);
    const events = (await admin.get(`/audit-events?resource=user:${id}&action=user.password`)).body;
    expect(events.map(({ status, metadata }: any) => [status, metadata.error_kind ?? null])).toEqual([
      ['success', null],
      ['denied', 'wrong_password'],
    ]);
  });

  it('is locked by wrong passwords as at sign-in', async () => {
    const { email, id } = await account();
    const client = await stranger().signIn(email, PASSWORD);
    await client.enrollAndStepUp();
    const wrong = { current: canary('wrong password'), new: canary('next password') };
    for (let n = 0; n < 5; n += 1) await client.put('/users/me/password', wrong);
    const right = { ...wrong, current: PASSWORD };
    expect(code(await client.put('/users/me/password', right))).toEqual([403, 'password_incorrect']);
    expect(code(await stranger().post('/auth/login', { email, password: PASSWORD }))).toEqual([
      401,
      'invalid_credentials',
    ]);
    const locks = (await admin.get(`/audit-events?resource=user:${id}&action=auth.lockout.applied`)).body;
    expect(locks).toHaveLength(1);
    expect((await admin.get(`/audit-events?resource=user:${id}&action=access.denied`)).body).toEqual([]);
  });

  it('is read and named by administrators', async () => {
    const { id, email } = await account();
    expect((await admin.put(`/users/${id}`, { display_name: 'Ada' })).body).toMatchObject({
      display_name: 'Ada',
    });
    expect((await admin.get(`/users/${id}`)).body).toMatchObject({ id, email, display_name: 'Ada' });
    expect((await admin.put(`/users/${id}`, { display_name: null })).body.display_name).toBeNull();
    expect(code(await admin.get(`/users/${randomUUID()}`))).toEqual([404, 'user_not_found']);
    const someone = await stranger().signIn(email, PASSWORD);
    expect(code(await someone.get(`/users/${id}`))).toEqual([403, 'permission_denied']);
  });
});
