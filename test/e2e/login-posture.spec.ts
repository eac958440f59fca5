import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Answer, codeFor, TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';

/** What a session without a step-up may do (specification, "Login-time MFA posture"), with the hand-over of one. */
const OPEN = [
  'DELETE /users/me/mfa/factors/{id}',
  'GET /auth/mfa/handoff/{id}',
  'GET /auth/mfa/handoff/{id}/challenge',
  'GET /users/me',
  'GET /users/me/mfa/factors',
  'GET /users/me/projects',
  'POST /auth/logout',
  'POST /auth/mfa/challenge',
  'POST /auth/mfa/handoff',
  'POST /auth/mfa/handoff/{id}/response',
  'POST /auth/mfa/verify',
  'POST /users/me/mfa/totp/confirm',
  'POST /users/me/mfa/totp/start',
  'POST /users/me/mfa/webauthn/finish',
  'POST /users/me/mfa/webauthn/start',
];

let stack: TestStack;
let database: pg.Pool;
let routes: string[];

beforeAll(async () => {
  stack = await startStack({
    env: {
      SVC_GITOPS_ENABLED: 'true',
      SVC_REQUIRE_MFA_AT_LOGIN: 'true',
      SVC_PUBLIC_URL: 'http://localhost',
      SVC_WEBAUTHN_RP_ID: 'localhost',
      SVC_WEBAUTHN_RP_ORIGINS: 'http://localhost',
    },
  });
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  routes = await routesOfSignedIn();
}, 60_000);
afterAll(async () => {
  await database?.end();
  await stack?.stop();
});

/** Returns every operation that the interface's description gives to people, as `GET /users/me`. */
async function routesOfSignedIn(): Promise<string[]> {
  const { body } = await new TestClient(stack.apis[0]!.url).get('/openapi.json');
  const found = Object.entries<Record<string, any>>(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((one: object) => 'session' in one))
      .map(([verb]) => `${verb.toUpperCase()} ${path.replace('/api/v1', '')}`),
  );
  return found.sort();
}

async function admin(): Promise<TestClient> {
  return new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
}

async function call(client: TestClient, route: string): Promise<Answer> {
  const [verb = '', path = ''] = route.split(' ');
  const body = verb === 'GET' || verb === 'DELETE' ? undefined : {};
  return client.call(
    verb,
    path.replace(/\{\w+\}/g, () => randomUUID()),
    body,
  );
}

/** Returns the routes that the posture closes to this session with that status and code; logout comes last of all. */
async function closedRoutes(client: TestClient, status: number, code: string): Promise<string[]> {
  const closed: string[] = [];
  const inOrder = [...routes.filter((route) => route !== 'POST /auth/logout'), 'POST /auth/logout'];
  for (const route of inOrder) {
    // The body is empty: no open route gets as far as requiring a factor itself.
    const answer = await call(client, route);
    if (answer.status === status && answer.body?.error_code === code) closed.push(route);
  }
  return closed.sort();
}

describe('with MFA required at sign-in', () => {
  it('opens exactly the listed routes to a session of a user without a factor: the rest is 412', async () => {
    expect(routes).toEqual(expect.arrayContaining(OPEN));
    const closed = await closedRoutes(await admin(), 412, 'mfa_enrollment_required');
    expect(closed).toEqual(routes.filter((route) => !OPEN.includes(route)));
  });

  it('requires a step-up of a user with a factor, once for the session’s life', async () => {
    const client = await admin();
    const started = await client.post('/users/me/mfa/totp/start', {});
    const { challenge_id, secret } = started.body;
    const first = { challenge_id, code: codeFor(secret, 0) };
    const { body: factor } = await client.post('/users/me/mfa/totp/confirm', first);
    const closed = await closedRoutes(await admin(), 401, 'step_up_required');
    // Adding and removing factors requires it as well, now that there is one (D22).
    const guarded = [
      'DELETE /users/me/mfa/factors/{id}',
      'POST /users/me/mfa/totp/start',
      'POST /users/me/mfa/webauthn/start',
    ];
    expect(closed).toEqual(routes.filter((route) => !OPEN.includes(route) || guarded.includes(route)));
    const { rows } = await database.query('SELECT 1 FROM sessions WHERE last_mfa_at IS NOT NULL');
    expect(rows).toEqual([]);

    const refused = await client.get('/roles');
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="mfa", max_age="900"');
    await client.stepUp(factor.id, secret, 1);
    expect((await client.get('/roles')).status).toBe(200);

    await database.query(`UPDATE sessions SET last_mfa_at = last_mfa_at - interval '2 hours'`);
    expect((await client.get('/roles')).status).toBe(200);
    const tierTwo = await client.post('/users', {});
    expect([tierTwo.status, tierTwo.body.error_code]).toEqual([401, 'step_up_required']);
  });
});
