import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { stateOf, withClient, withoutAuditPartitions } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value');

describe('a refusal whose audit event can’t be written', () => {
  let stack: TestStack;
  let kv: DevKv;
  let world: World;
  let wrapPath: string;
  let pending: { id: string };

  beforeAll(async () => {
    kv = await startDevKv({ token: KV_TOKEN });
    kv.put('secret/apps/payments', { password: VALUE });
    stack = await startStack();
    world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
    const executed = await carriedOut();
    const [wrap] = (await world.developer.get(`/requests/${executed.id}/wraps`)).body;
    wrapPath = `/requests/${executed.id}/wraps/${wrap.wrap_id}`;
    pending = created(await submit());
  }, 60_000);
  afterAll(async () => {
    await stack?.stop();
    await kv?.stop();
  });

  const submit = (): Promise<Answer> =>
    world.developer.post(
      '/requests/read',
      readBody(world, { secret_ref: 'apps/payments', keys: ['password'] }),
    );

  /** Returns a read request that an agent has executed; the agent is gone afterwards. */
  async function carriedOut(): Promise<{ id: string }> {
    const request = created(await submit());
    await world.approver.post(`/requests/${request.id}/approve`);
    const running = await startAgentOf(world, {
      ...{ apiUrl: stack.apis[0]!.url, vaultToken: KV_TOKEN, vaultAddress: kv.url },
    });
    await eventually(
      async () => (await world.developer.get(`/requests/${request.id}`)).body.status === 'executed',
      'executed',
    );
    await running.stop();
    return request;
  }

  // What succeeds is tried at every route, in test/audit-tour/unwritable-log.spec.ts.
  it('answers 503 and has no effect, as does what would succeed', async () => {
    const login = (email: string): Promise<Answer> =>
      new TestClient(stack.apis[0]!.url).post('/auth/login', { email, password: canary('wrong password') });
    const calls: Record<string, () => Promise<Answer>> = {
      'fail to sign in': () => login(ADMIN_EMAIL),
      'sign in as nobody': () => login('no@example.test'),
      'be refused a value': () => world.approver.get(wrapPath),
      'retrieve a value': () => world.developer.get(wrapPath),
      'approve a request': () => world.approver.post(`/requests/${pending.id}/approve`),
    };
    const before = await stateOf(stack.databaseUrl);
    const answers: Record<string, unknown> = {};
    await withoutAuditPartitions(stack.databaseUrl, async () => {
      for (const [name, call] of Object.entries(calls)) {
        const { status, body } = await call();
        answers[name] = [status, body?.error_code];
      }
    });
    const unavailable = Object.keys(calls).map((name) => [name, [503, 'dependency_unavailable']]);
    expect(answers).toEqual(Object.fromEntries(unavailable));
    expect(await stateOf(stack.databaseUrl)).toEqual(before);
    expect(stack.apis[0]!.output()).not.toContain('unhandled error');
  }, 60_000);

  it('succeeds once events can be written again', async () => {
    const answer = await world.developer.get(wrapPath);
    expect(Buffer.from(answer.body.value, 'base64').toString()).toBe(VALUE);
    expect((await world.approver.post(`/requests/${pending.id}/approve`)).status).toBe(200);
  });

  it('keeps the denial event of a refusal despite the rollback', async () => {
    expect((await world.approver.get(wrapPath)).status).toBe(403);
    const events = await world.admin.get(
      `/audit-events?action=wrap.retrieve&actor=user:${world.approver.userId}`,
    );
    expect(events.body).toMatchObject([{ status: 'denied', metadata: expect.anything() }]);
  });
});

describe("the service's own database role", () => {
  it('serves with rights on rows alone, and cannot change or remove audit events', async () => {
    const stack = await startStack();
    const role = `service_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(stack.databaseUrl);
    await withClient(stack.databaseUrl, async (owner) => {
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD '${canary('password-of-a-role')}'`);
      await owner.query(
        `GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public TO ${role}`,
      );
    });
    Object.assign(url, { username: role, password: canary('password-of-a-role') });
    try {
      const api = await stack.addApi({ DATABASE_URL: url.href });
      const admin = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
      created(await admin.post('/teams', { name: 'by the own role' }));
      await withClient(url.href, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_events'::regclass`,
        );
        for (const table of ['audit_events', ...rows.map((row) => row.name)]) {
          for (const sql of [
            `UPDATE ${table} SET actor = 'x'`,
            `DELETE FROM ${table}`,
            `TRUNCATE ${table}`,
            `DROP TABLE ${table}`,
            `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
          ]) {
            // A row trigger fires where there is a row: the first partition holds the events of this test.
            const harmless = table !== 'audit_events' && table !== rows[0]!.name && /UPDATE|DELETE/.test(sql);
            if (!harmless) await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
          }
        }
        await expect(client.query('SET session_replication_role = replica')).rejects.toMatchObject({
          code: '42501',
        });
        expect((await client.query('SELECT create_audit_partitions(6) AS made')).rows).toEqual([{ made: 3 }]);
      });
    } finally {
      await stack.stop();
      await withClient(process.env.TEST_POSTGRES_URL!, (owner) => owner.query(`DROP ROLE ${role}`));
    }
  }, 60_000);
});
