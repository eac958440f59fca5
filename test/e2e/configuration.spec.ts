import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary, canaryKey } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import type { RunningProcess } from '../support/process.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const ORIGIN = 'https://countersign.example';
const code = (answer: Answer): [number, string | undefined] => [answer.status, answer.body?.error_code];

describe('a variable has its documented effect in the running process', () => {
  let stack: TestStack;
  let api: RunningProcess;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-config-'));
    const secretFile = join(folder, 'jwt-secret');
    await writeFile(secretFile, `${canaryKey('secret of a file').toString('base64')}\n`);
    stack = await startStack();
    const direct = new URL(stack.databaseUrl);
    direct.searchParams.set('application_name', 'the-direct-one');
    api = await stack.addApi({
      SVC_ENV: 'production',
      SVC_PUBLIC_URL: ORIGIN,
      SVC_JWT_SECRET: '',
      SVC_JWT_SECRET_FILE: secretFile,
      SVC_JWT_TOKEN_TTL: '1h',
      SVC_SESSION_ABSOLUTE_TTL: '2h',
      SVC_SESSION_IDLE_TTL: '10m',
      SVC_STEP_UP_TTL: '5m',
      SVC_DATABASE_DIRECT_URL: direct.href,
      SVC_ALLOW_INSECURE_STORE_ADDR: 'false',
      SVC_AGENT_DIRECT_MINT_ENABLED: 'true',
      SVC_PROVIDER_CONN_REJECT_SECRETS: 'false',
      SVC_STEPUP_TTL: '1s',
    });
  }, 60_000);
  afterAll(async () => {
    await stack?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const login = (): Promise<Answer> =>
    new TestClient(api.url).post('/auth/login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  const rows = (sql: string): Promise<any[]> =>
    withClient(stack.databaseUrl, async (client) => (await client.query(sql)).rows);

  it('SVC_ENV and SVC_PUBLIC_URL: secure cookies, HSTS, and one origin that cookies are taken from', async () => {
    const answer = await login();
    const cookie = answer.headers.getSetCookie()[0]!;
    expect(cookie.toLowerCase().split('; ')).toEqual(
      expect.arrayContaining(['secure', 'httponly', 'samesite=strict', 'path=/']),
    );
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=(15552000|[2-9]\d{7,})/);
    const pair = cookie.split(';')[0]!;
    const logout = (origin: string): Promise<Answer> =>
      new TestClient(api.url).post('/auth/logout', {}, { headers: { cookie: pair, origin } });
    // The listen address is no longer its origin.
    for (const origin of [api.url, 'https://evil.example', `${ORIGIN}:8443`, 'null'])
      expect(code(await logout(origin))).toEqual([403, 'cross_site_request_refused']);
    expect((await logout(ORIGIN)).status).toBe(204);
  });

  it('SVC_JWT_SECRET_FILE, SVC_JWT_TOKEN_TTL and SVC_SESSION_*: lifetimes of the session and its token', async () => {
    const { body } = await login();
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(claims.exp - claims.iat).toBe(3600);
    const [session] = await rows(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS absolute,
         extract(epoch FROM idle_expires_at - created_at)::int AS idle
       FROM sessions WHERE id = '${claims.sid}'`,
    );
    expect(session).toEqual({ absolute: 7200, idle: 600 });
    // The other process signs with another secret, so it refuses this token.
    const elsewhere = Object.assign(new TestClient(stack.apis[0]!.url), { token: body.token });
    expect(code(await elsewhere.get('/users/me'))).toEqual([401, 'unauthenticated']);
  });

  it('SVC_STEP_UP_TTL: how long a step-up is valid, and what the challenge requires', async () => {
    const client = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    await client.enrollAndStepUp();
    const body = { email: 'fresh@example.test', password: canary('password') };
    created(await client.post('/users', body));
    const age = (seconds: number): Promise<unknown> =>
      rows(
        `UPDATE sessions SET last_mfa_at = clock_timestamp() - interval '${seconds} s' WHERE last_mfa_at IS NOT NULL`,
      );
    await age(299);
    expect(code(await client.post('/users', body))).toEqual([409, 'email_exists']);
    await age(301);
    const refused = await client.post('/users', body);
    expect(code(refused)).toEqual([401, 'step_up_required']);
    expect(refused.headers.get('www-authenticate')).toContain('max_age="300"');
  });

  it('SVC_DATABASE_DIRECT_URL: the one connection that listens, and no other', async () => {
    const direct = await rows(
      `SELECT query FROM pg_stat_activity WHERE application_name = 'the-direct-one' AND datname = current_database()`,
    );
    expect(direct).toHaveLength(1);
  });

  it('switches: plain store addresses, minted agents, secret-shaped values, unknown names', async () => {
    const admin = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const role = created(
      await admin.post('/roles', { name: 'integrator', permissions: ['integration.edit'] }),
    );
    created(await admin.post('/user-roles', { user_id: admin.userId, role_id: role.id }));
    const connection = (name: string, scope: object): Promise<Answer> =>
      admin.post('/provider-connections', { name, type: 'vault', cluster_name: 'c', scope });
    const plain = { address: 'http://vault.example', kvMount: 'secret' };
    expect(code(await connection('plain', plain))).toEqual([400, 'invalid_provider_url']);
    expect((await connection('shaped', { address: 'https://vault.example', kvMount: 'AKIA0' })).status).toBe(
      201,
    );
    expect(
      await rows(`SELECT 1 FROM audit_events WHERE action = 'provider_connection.secret_check_disabled'`),
    ).toHaveLength(1);
    const minted = await admin.post('/agents', { name: 'minted', scope: { cluster: 'c' } });
    expect(minted.status).toBe(201);
    expect(minted.headers.get('cache-control')).toBe('no-store');
    expect(api.output()).toContain(
      'SVC_STEPUP_TTL is unknown and has no effect; the nearest known name is SVC_STEP_UP_TTL',
    );
  });

  it('SVC_REQUIRE_MFA_AT_LOGIN and SVC_MFA_CHANGE_STEP_UP: what a session without a step-up may do', async () => {
    const strict = await stack.addApi({ SVC_REQUIRE_MFA_AT_LOGIN: 'true', SVC_MFA_CHANGE_STEP_UP: 'false' });
    const enrolled = await new TestClient(strict.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    expect(code(await enrolled.get('/teams'))).toEqual([401, 'step_up_required']);
    expect((await enrolled.get('/users/me')).status).toBe(200);
    const bare = await new TestClient(strict.url).signIn('fresh@example.test', canary('password'));
    expect(code(await bare.get('/teams'))).toEqual([412, 'mfa_enrollment_required']);
    for (const path of ['/users/me', '/users/me/projects', '/users/me/mfa/factors'])
      expect((await bare.get(path)).status).toBe(200);
    // A further factor needs no step-up where the switch is off.
    expect((await enrolled.post('/users/me/mfa/totp/start', {})).status).toBe(200);
    await bare.enrollAndStepUp();
    expect((await bare.get('/teams')).status).toBe(200);
  });

  it('memory:// and a plain public origin stop a production process at boot', async () => {
    for (const [name, value] of [
      ['REDIS_URL', 'memory://'],
      ['SVC_PUBLIC_URL', 'http://countersign.example'],
    ]) {
      const boot = stack.addApi({ SVC_ENV: 'production', SVC_PUBLIC_URL: ORIGIN, [name!]: value! });
      await expect(boot).rejects.toThrow(new RegExp(`ended with 1 [^]*${name}`));
    }
  });
});
