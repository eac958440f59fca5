import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CacheContent } from '../support/cache-content.js';
import { canary, canaryKey } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const PASSWORD = canary('password');
const SECRET = canaryKey('SVC_JWT_SECRET');
let stack: TestStack;
let admin: TestClient;

beforeAll(async () => {
  stack = await startStack({
    apis: 4,
    env: { SVC_JWT_SECRET: SECRET.toString('base64') },
  });
  admin = await at(0).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await admin.enrollAndStepUp();
}, 180_000);
afterAll(() => stack?.stop());

/** Returns a client at one of the processes, with a source address of its own. */
const at = (api: number): TestClient => new TestClient(stack.apis[api]!.url);

const rows = (sql: string, parameters: unknown[] = []): Promise<any[]> =>
  withClient(stack.databaseUrl, async (client) => (await client.query(sql, parameters)).rows);

const account = async (name: string): Promise<string> => {
  const email = `${name}@example.test`;
  created(await admin.post('/users', { email, password: PASSWORD }));
  return email;
};

it('four processes that boot concurrently on an empty database create one administrator', async () => {
  expect(await rows(`SELECT count(*)::int AS n FROM users`)).toEqual([{ n: 1 }]);
  expect(await rows(`SELECT granted_by FROM user_roles`)).toEqual([{ granted_by: 'system:bootstrap' }]);
  expect(await rows(`SELECT count(*)::int AS n FROM audit_events WHERE action = 'user.create'`)).toEqual([
    { n: 1 },
  ]);
  const outputs = stack.apis.map((api) => api.output()).join('');
  expect(outputs.match(/"resource":"user:[0-9a-f-]{36}".*bootstrap administrator created/g)).toHaveLength(1);
});

it('a process that boots later logs that it ignores the first administrator’s password', async () => {
  const later = await stack.addApi();
  expect(later.output()).toMatch(
    /"variable":"SVC_BOOTSTRAP_ADMIN_PASSWORD".*bootstrap password ignored: a local account exists/,
  );
  await later.stop();
});

it('a lockout survives a cache flush, kill -9 of the process that counted and another source address', async () => {
  const email = await account('locked');
  const right = { email, password: PASSWORD };
  const doomed = await stack.addApi();
  const attempts = Array.from({ length: 8 }, () =>
    new TestClient(doomed.url).post('/auth/login', {
      email: email.toUpperCase(),
      password: canary('wrong password'),
    }),
  );
  expect(new Set((await Promise.all(attempts)).map((answer) => answer.status))).toEqual(new Set([401]));
  const state = () =>
    rows(
      `SELECT locked_until, failed_login_count FROM local_credentials c JOIN users u ON u.id = c.user_id
       WHERE u.email = $1`,
      [email],
    );
  const locked = await state();
  expect(locked[0].locked_until).toBeInstanceOf(Date);
  await doomed.kill();
  const redis = CacheContent.open(stack.redisUrl);
  await redis.clear();
  redis.disconnect();
  const fresh = await stack.addApi();
  for (const url of [fresh.url, stack.apis[1]!.url]) {
    const answer = await new TestClient(url).post('/auth/login', right);
    expect([answer.status, answer.body.error_code]).toEqual([401, 'invalid_credentials']);
  }
  expect(await state()).toEqual(locked);
  expect(
    await rows(
      `SELECT count(*)::int AS n FROM audit_events e JOIN users u ON e.resource = 'user:' || u.id
       WHERE e.action = 'auth.lockout.applied' AND u.email = $1`,
      [email],
    ),
  ).toEqual([{ n: 1 }]);
});

it('a sign-in creates a new session whatever cookie came with it, and a planted one stays invalid', async () => {
  const email = await account('planted');
  const planted = `svc_session=${'A'.repeat(43)}`;
  const login = (cookie: string): Promise<Answer> =>
    at(1).post('/auth/login', { email, password: PASSWORD }, { headers: { cookie } });
  const cookieOf = (answer: Answer): string => answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const first = cookieOf(await login(planted));
  const second = cookieOf(await login(first));
  expect(new Set([planted, first, second]).size).toBe(3);
  const me = async (cookie: string): Promise<number> =>
    (await at(2).get('/users/me', { headers: { cookie } })).status;
  expect([await me(planted), await me(first), await me(second)]).toEqual([401, 200, 200]);
  // Two cookies of the name can't be told apart, so neither is accepted.
  expect(await me(`${planted}; ${second}`)).toBe(401);
});

describe('a token', () => {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = (): Record<string, unknown> =>
    JSON.parse(Buffer.from(admin.token!.split('.')[1]!, 'base64url').toString());
  const hmac = (text: string, hash: string): string =>
    createHmac(hash, SECRET).update(text).digest('base64url');
  const token = (payload: object = {}, header: object = {}, hash = 'sha256'): string => {
    const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode({ ...claims(), ...payload })}`;
    return `${text}.${hmac(text, hash)}`;
  };
  const unsigned = (alg: string): string => `${encode({ alg, typ: 'JWT' })}.${encode(claims())}.`;
  const rsa = (): string => {
    const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims())}`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return `${text}.${signWith('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const use = async (bearer: string): Promise<string> => {
    const headers = { authorization: `Bearer ${bearer}` };
    const answer = await at(3).get('/users/me', { headers });
    return `${answer.status} ${answer.body.error_code ?? answer.body.id}`;
  };

  it('with our own claims is accepted: the cases below differ in one thing each', async () => {
    expect(await use(token())).toBe(`200 ${admin.userId}`);
  });

  it.each<[string, () => string]>([
    ['no signature (none)', () => unsigned('none')],
    ['no signature (NONE)', () => unsigned('NONE')],
    ['no signature under HS256', () => unsigned('HS256')],
    ['RS256', rsa],
    ['HS512 under our secret', () => token({}, { alg: 'HS512' }, 'sha512')],
    ['a jku', () => token({}, { jku: 'https://attacker.example/keys' })],
    ['a kid', () => token({}, { kid: '../../dev/null' })],
    ['another typ', () => token({}, { typ: 'logout+jwt' })],
    ['another issuer', () => token({ iss: 'elsewhere' })],
    ['another audience', () => token({ aud: 'elsewhere' })],
    ['its end in the past', () => token({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['no end', () => token({ exp: undefined })],
    ['another subject', () => token({ sub: '01900000-0000-7000-8000-000000000001' })],
    ['a session that is not there', () => token({ sid: '01900000-0000-7000-8000-000000000001' })],
    [
      'a signature over other claims',
      () => `${token({ exp: 9_999_999_999 }).split('.', 2).join('.')}.${admin.token!.split('.')[2]}`,
    ],
  ])('with %s is refused', async (_, forge) => {
    expect(await use(forge())).toBe('401 unauthenticated');
  });

  it('ends with its session, in every process', async () => {
    const person = await at(0).signIn(await account('leaving'), PASSWORD);
    expect((await person.post('/auth/logout')).status).toBe(204);
    for (const api of stack.apis) {
      person.baseUrl = api.url;
      expect((await person.get('/users/me')).status).toBe(401);
    }
  });
});

describe('the source address', () => {
  const attempts = async (url: string, forwarded: (n: number) => string): Promise<number[]> => {
    const calls = Array.from({ length: 34 }, (_, n) =>
      new TestClient(url).post(
        '/auth/login',
        { no: 'password is compared' },
        { headers: { 'x-forwarded-for': forwarded(n) } },
      ),
    );
    return (await Promise.all(calls)).map((answer) => answer.status);
  };
  const limited = (statuses: number[]): number => statuses.filter((status) => status === 429).length;

  it('is the peer, whatever X-Forwarded-For says, where no proxy is trusted', async () => {
    const api = await stack.addApi({ SVC_TRUST_PROXY: 'none' });
    expect(limited(await attempts(api.url, (n) => `198.51.100.${n}`))).toBe(4);
  });

  it('is the one added by the trusted hop: entries further left are the caller’s', async () => {
    const api = await stack.addApi({ SVC_TRUST_PROXY: '1' });
    expect(limited(await attempts(api.url, (n) => `198.51.100.${n}, 203.0.113.77`))).toBe(4);
    expect(limited(await attempts(api.url, (n) => `203.0.113.77, 198.51.100.${n}`))).toBe(0);
  });

  it('is stored on the session as of sign-in', async () => {
    const email = await account('from-afar');
    const headers = { 'x-forwarded-for': '203.0.113.5', 'user-agent': 'a browser'.padEnd(600, '.') };
    expect((await at(0).post('/auth/login', { email, password: PASSWORD }, { headers })).status).toBe(200);
    expect(
      await rows(
        `SELECT s.ip, s.user_agent FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1`,
        [email],
      ),
    ).toEqual([{ ip: '203.0.113.5', user_agent: 'a browser'.padEnd(512, '.') }]);
    expect(
      await rows(
        `SELECT e.metadata->>'ip' AS ip, length(e.metadata->>'user_agent') AS length FROM audit_events e
           JOIN users u ON e.actor = 'user:' || u.id WHERE e.action = 'BREAK_GLASS_LOGIN' AND u.email = $1`,
        [email],
      ),
    ).toEqual([{ ip: '203.0.113.5', length: 512 }]);
  });
});
