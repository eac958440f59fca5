import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgent } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { stateOf, withClient, withoutAuditPartitions } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value');

describe('an action whose audit event can’t be written', () => {
  let stack: TestStack;
  let kv: DevKv;
  let world: World;
  let wrapPath: string;
  let executed: { id: string };
  let pending: { id: string };
  let agent: { agent_id: string; agent_token: string };
  let publicKey: string;

  beforeAll(async () => {
    kv = await startDevKv({ token: KV_TOKEN });
    kv.put('secret/apps/payments', { password: VALUE });
    stack = await startStack();
    world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
    executed = await carriedOut();
    const [wrap] = (await world.developer.get(`/requests/${executed.id}/wraps`)).body;
    wrapPath = `/requests/${executed.id}/wraps/${wrap.wrap_id}`;
    publicKey = generateAgentKeyPair().publicKeyBase64;
    pending = created(await submit());
    agent = created(await enroll(await enrollmentToken()));
    await world.approver.post(`/requests/${created(await submit()).id}/approve`);
  }, 60_000);
  afterAll(async () => {
    await stack?.stop();
    await kv?.stop();
  });

  const submit = (): Promise<Answer> =>
    world.developer.post('/requests/read', {
      project_id: world.project.id,
      environment_id: world.dev.id,
      provider_connection_id: world.connection.id,
      secret_ref: 'apps/payments',
      keys: ['password'],
    });
  const tokens = (): string => `/provider-connections/${world.connection.id}/enrollment-tokens`;
  const enrollmentToken = async (): Promise<string> =>
    created(await world.admin.post(tokens())).enrollment_token;
  const enroll = (enrollment_token: string): Promise<Answer> =>
    stranger().post('/agents/enroll', {
      ...{ enrollment_token, name: 'a', cluster_name: 'main', public_key: publicKey, version: '1.0.0' },
    });
  const stranger = (): TestClient => new TestClient(stack.apis[0]!.url);

  /** Returns a read request that an agent has executed; the agent is gone afterwards. */
  async function carriedOut(): Promise<{ id: string }> {
    const request = created(await submit());
    await world.approver.post(`/requests/${request.id}/approve`);
    const running = await startAgent({
      apiUrl: stack.apis[0]!.url,
      enrollmentToken: await enrollmentToken(),
      clusterName: 'main',
      vaultToken: KV_TOKEN,
      vaultAddress: kv.url,
    });
    await eventually(
      async () => (await world.developer.get(`/requests/${request.id}`)).body.status === 'executed',
      'executed',
    );
    await running.stop();
    return request;
  }

  it('answers 503 and has no effect: nothing is changed, revealed or consumed', async () => {
    const { admin, developer, approver, project, dev } = world;
    const spare = await enrollmentToken();
    const [workflow] = (await admin.get('/workflows')).body;
    const [role] = (await admin.get('/roles')).body;
    const user = { email: `${randomUUID()}@example.test`, password: canary('password') };
    const claim = { headers: { 'x-agent-secret': agent.agent_token } };
    const calls: Record<string, () => Promise<Answer>> = {
      'sign in': () => stranger().post('/auth/login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
      'fail to sign in': () =>
        stranger().post('/auth/login', { email: ADMIN_EMAIL, password: canary('wrong password') }),
      'sign in as nobody': () =>
        stranger().post('/auth/login', { email: 'no@example.test', password: canary('nobody') }),
      'log out': () => developer.post('/auth/logout'),
      'make a user': () => admin.post('/users', user),
      'disable a user': () => admin.put(`/users/${developer.userId}/disabled`, { disabled: true }),
      'make a role': () => admin.post('/roles', { name: 'r', permissions: [] }),
      'grant a role': () => admin.post('/user-roles', { user_id: developer.userId, role_id: role.id }),
      'make a team': () => admin.post('/teams', { name: 't' }),
      'make a project': () => admin.post('/projects', { name: 'p' }),
      'make an environment': () =>
        admin.post('/environments', { project_id: project.id, name: 'x', type: 'dev', risk_level: 0 }),
      'delete an environment': () => admin.delete(`/environments/${world.prod.id}`),
      'make a workflow': () => admin.post('/workflows', { name: 'w', min_approvers: 1 }),
      'make a rule': () =>
        admin.post('/policies', { name: 'r', selector: {}, workflow_id: workflow.id, priority: 5 }),
      'move the cap': () => admin.put('/platform-settings', { policy_priority_cap: 5000 }),
      'bind a connection': () =>
        admin.post(`/provider-connections/${world.connection.id}/bindings`, {
          project_id: project.id,
          environment_id: dev.id,
        }),
      'issue a token': () => admin.post(tokens()),
      'enroll an agent': () => enroll(spare),
      'claim a job': () =>
        stranger().call('POST', `/agents/${agent.agent_id}/jobs/claim`, { wait_seconds: 0 }, claim),
      'revoke an agent': () => admin.post(`/agents/${agent.agent_id}/revoke`),
      'ask for a secret': () => submit(),
      'approve a request': () => approver.post(`/requests/${pending.id}/approve`),
      'reject a request': () => approver.post(`/requests/${pending.id}/reject`, { reason: 'not needed' }),
      'cancel a request': () => developer.post(`/requests/${pending.id}/cancel`),
      'open a reveal session': () => developer.post('/reveal-sessions', { access_request_id: executed.id }),
      'retrieve a value': () => developer.get(wrapPath),
      'be refused a value': () => approver.get(wrapPath),
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
