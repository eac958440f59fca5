import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { enrollAgentOf } from '../support/agent-of-connection.js';
import type { EnrolledAgent, RunningAgentProcess } from '../support/agent-process.js';
import { canary, handedOut } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { HoldingProxy } from '../support/holding-proxy.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value');
const MONTH_AGO = new Date(Date.now() - 31 * 86_400_000).toISOString();

/** The real agent process rotates its credential, and is killed meanwhile. */
describe('an agent whose credential is old', () => {
  let stack: TestStack;
  let kv: DevKv;
  let api: HoldingProxy;
  let world: World;
  let identity: EnrolledAgent;
  let agentId: string;
  let old: string;
  let started: RunningAgentProcess[];
  let database: pg.Client;

  beforeAll(async () => {
    kv = await startDevKv({ token: KV_TOKEN });
    kv.put('secret/apps/payments', { user: VALUE });
    stack = await startStack({ worker: true, env: { SVC_JOB_LEASE_TTL: '5s' } });
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    api = await HoldingProxy.before(stack.apis[0]!.url);
    world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
  }, 60_000);

  beforeEach(async () => {
    started = [];
    const vault = { vaultToken: KV_TOKEN, vaultAddress: kv.url };
    identity = await enrollAgentOf(world, { apiUrl: api.url, ...vault });
    await identity.changeState({ secret_issued_at: MONTH_AGO });
    agentId = String((await identity.state()).agent_id);
    old = await secretKept();
  });

  afterEach(async () => {
    api.release();
    await Promise.all(started.map((agent) => agent.kill()));
    await identity.remove();
  });

  afterAll(async () => {
    await database?.end();
    await stack?.stop();
    await Promise.all([api?.stop(), kv?.stop()]);
  });

  const run = (extra: Record<string, string> = {}): RunningAgentProcess => {
    const agent = identity.run(extra);
    started.push(agent);
    return agent;
  };
  const secretKept = async (): Promise<string> => {
    const secret = Buffer.from(String((await identity.state()).agent_secret), 'base64').toString();
    handedOut('agent secret', secret);
    return secret;
  };
  const rotations = async (): Promise<number> => {
    const { body } = await world.admin.get('/audit-events?action=agent.rotate_secret');
    return body.filter((event: any) => event.resource === `agent:${agentId}`).length;
  };
  const rotated = (): Promise<unknown> =>
    eventually(async () => (await identity.state()).previous_secret, 'the new secret in the state');
  /** Calls with this secret. @returns the status */
  const statusWith = async (secret: string): Promise<number> => {
    const headers = { 'x-agent-secret': secret };
    const path = `/agents/${agentId}/public-key`;
    return (await new TestClient(stack.apis[0]!.url).put(path, {}, { headers })).status;
  };
  const endOverlap = (): Promise<unknown> =>
    database.query('UPDATE agents SET previous_secret_expires_at = clock_timestamp() WHERE id = $1', [
      agentId,
    ]);
  const readsStill = async (): Promise<void> => {
    const body = readBody(world, { secret_ref: 'apps/payments' });
    const { id } = created(await world.developer.post('/requests/read', body));
    expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
    await eventually(async () => {
      const { body } = await world.developer.get(`/requests/${id}`);
      return body.status === 'executed';
    }, 'the end of the request');
  };

  it('rotates it; the old one is refused after its minute of overlap, and work continues', async () => {
    const agent = run();
    await rotated();
    const next = await secretKept();
    expect(next).not.toBe(old);
    expect(await rotations()).toBe(1);
    expect([await statusWith(old), await statusWith(next)]).toEqual([400, 400]);
    await endOverlap();
    expect([await statusWith(old), await statusWith(next)]).toEqual([401, 400]);
    await readsStill();
    expect(agent.output()).toContain('agent secret rotated');
    for (const secret of [old, next]) expect(agent.output()).not.toContain(secret);
    const fleet = (await world.admin.get('/agents')).body.find((row: any) => row.id === agentId);
    expect(Date.parse(fleet.secret_issued_at) > Date.parse(fleet.created_at)).toBe(true);
  }, 60_000);

  it.each(['request', 'answer'] as const)(
    'is not locked out when killed while the %s is in transit',
    async (what) => {
      api.hold(/rotate-secret/, what);
      const first = run();
      await api.holds();
      await first.kill();
      expect(await rotations()).toBe(what === 'answer' ? 1 : 0);
      expect(await secretKept()).toBe(old);
      api.release();
      run();
      await rotated();
      await endOverlap();
      expect([await statusWith(old), await statusWith(await secretKept())]).toEqual([401, 400]);
      await readsStill();
    },
    60_000,
  );

  it('keeps it where rotation is disabled', async () => {
    const agent = run({ SVC_AGENT_SECRET_MAX_AGE: 'off' });
    await readsStill();
    expect(await rotations()).toBe(0);
    expect(await agent.stop()).toBe(0);
    expect(await secretKept()).toBe(old);
  }, 60_000);
});
