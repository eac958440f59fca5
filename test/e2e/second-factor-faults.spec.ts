import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { TransitServer } from '../../libs/kms/src/testing/transit-server.js';
import { canary } from '../support/canary.js';
import { type Answer, codeFor, TestClient } from '../support/client.js';
import { takeDatabaseAway, withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const PASSWORD = canary('password');
let keys: TransitServer;
let stack: TestStack;
let admin: TestClient;

beforeAll(async () => {
  keys = await TransitServer.start(canary('transit-token'), 'sealing');
  stack = await startStack({ env: keys.environment });
  admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await admin.enrollAndStepUp();
}, 60_000);
afterEach(() => (keys.forced = undefined));
afterAll(async () => {
  await stack?.stop();
  await keys?.stop();
});

/** A user with an authenticator app and an open challenge, with the correct code. */
async function steppingUp(): Promise<{ client: TestClient; answer: Record<string, string> }> {
  const email = `${randomUUID()}@example.test`;
  created(await admin.post('/users', { email, password: PASSWORD }));
  const client = await new TestClient(stack.apis[0]!.url).signIn(email, PASSWORD);
  const { challenge_id, secret } = (await client.post('/users/me/mfa/totp/start')).body;
  const confirmation = { challenge_id, code: codeFor(secret, 0) };
  const factor = created(await client.post('/users/me/mfa/totp/confirm', confirmation));
  const challenge = await client.post('/auth/mfa/challenge', { kind: 'totp' });
  return {
    client,
    answer: {
      challenge_id: challenge.body.challenge_id,
      factor_id: factor.id,
      code: codeFor(secret, 1),
    },
  };
}

function expectUnavailable(answer: Answer): void {
  expect([answer.status, answer.body.error_code]).toEqual([503, 'dependency_unavailable']);
}

const ready = (): Promise<boolean> =>
  eventually(async () => (await fetch(`${stack.apis[0]!.url}/readyz`)).status === 200, 'ready again');

/** Expects that the code was not consumed: it is still accepted, and no failure was counted. */
async function expectUnspent(client: TestClient, answer: object): Promise<void> {
  const { rows } = await withClient(stack.databaseUrl, (database) =>
    database.query(
      `SELECT mfa_failed_count AS failed, s.last_mfa_at FROM users u JOIN sessions s ON s.user_id = u.id
        WHERE u.id = $1`,
      [client.userId],
    ),
  );
  expect(rows).toEqual([{ failed: 0, last_mfa_at: null }]);
  expect((await client.post('/auth/mfa/verify', answer)).status).toBe(204);
  expect((await client.get('/users/me')).body.mfa.fresh_until).not.toBeNull();
}

it('while the key service is unavailable a code costs no attempt, and an enrollment stays open', async () => {
  const { client, answer } = await steppingUp();
  keys.forced = { status: 503, body: { errors: ['sealed'] } };
  // More than the five attempts of a challenge.
  for (let turn = 0; turn < 6; turn += 1) expectUnavailable(await client.post('/auth/mfa/verify', answer));
  keys.forced = undefined;
  await expectUnspent(client, answer);

  const { challenge_id, secret } = (await client.post('/users/me/mfa/totp/start')).body;
  keys.forced = { status: 503, body: { errors: ['sealed'] } };
  expectUnavailable(await client.post('/users/me/mfa/totp/start'));
  const confirm = (): Promise<Answer> =>
    client.post('/users/me/mfa/totp/confirm', { challenge_id, code: codeFor(secret, 0) });
  expectUnavailable(await confirm());
  keys.forced = undefined;
  expect((await confirm()).status).toBe(201);
});

it('while the database is unavailable nothing is consumed', async () => {
  const { client, answer } = await steppingUp();
  const giveBack = await takeDatabaseAway(stack.databaseUrl);
  expectUnavailable(await client.post('/auth/mfa/challenge', { kind: 'totp' }));
  expectUnavailable(await client.post('/auth/mfa/verify', answer));
  await giveBack();
  await ready();
  await expectUnspent(client, answer);
});

it('a connection lost in the middle of a step-up rolls it back', async () => {
  const { client, answer } = await steppingUp();
  const holder = new pg.Client({ connectionString: stack.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  // The stamp comes last: the code is consumed earlier in that transaction.
  await holder.query('SELECT 1 FROM sessions WHERE user_id = $1 FOR UPDATE', [client.userId]);
  const verifying = client.post('/auth/mfa/verify', answer);
  await eventually(async () => {
    const { rows } = await withClient(stack.databaseUrl, (database) =>
      database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%SET last_mfa_at%'`,
      ),
    );
    return rows.length > 0;
  }, 'the stamp that waits for the session');
  expectUnavailable(await verifying);
  await holder.end();
  await expectUnspent(client, answer);
});

it('while the cache is unavailable there is no second factor, and nothing is consumed', async () => {
  const { client, answer } = await steppingUp();
  const giveBack = await stack.cache.takeAway();
  for (const [path, body] of [
    ['/auth/mfa/challenge', { kind: 'totp' }],
    ['/auth/mfa/verify', answer],
    ['/users/me/mfa/totp/confirm', { challenge_id: randomUUID(), code: answer.code }],
  ] as const)
    expectUnavailable(await client.post(path, body));
  expect((await client.get('/users/me')).status).toBe(200);
  await giveBack();
  await ready();
  // The challenge was lost with the cache; the code was not.
  expect((await client.post('/auth/mfa/verify', answer)).body.error_code).toBe('mfa_challenge_expired');
  const again = await client.post('/auth/mfa/challenge', { kind: 'totp' });
  await expectUnspent(client, { ...answer, challenge_id: again.body.challenge_id });
});

it('none of this was logged as an unhandled error', () => {
  expect(stack.apis[0]!.output()).not.toContain('unhandled error');
});
