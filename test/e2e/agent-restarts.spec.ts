import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { enrollAgentOf } from '../support/agent-of-connection.js';
import type { EnrolledAgent, RunningAgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { HoldingProxy } from '../support/holding-proxy.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const KV_TOKEN = canary('token-of-the-store');
const [USER, OLD] = [canary('user'), canary('old value')];
const REF = 'apps/payments';

/** The real agent process, killed, stopped or revoked in the middle of a job. */
describe('an agent in mid-job', () => {
  let stack: TestStack;
  let kv: DevKv;
  let store: HoldingProxy;
  let api: HoldingProxy;
  let world: World;
  let identity: EnrolledAgent;
  let started: RunningAgentProcess[];
  let database: pg.Client;

  beforeAll(async () => {
    kv = await startDevKv({ token: KV_TOKEN });
    store = await HoldingProxy.before(kv.url);
    // Leases lapse soon, so that a job comes back within the test.
    stack = await startStack({ worker: true, env: { SVC_JOB_LEASE_TTL: '5s' } });
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    api = await HoldingProxy.before(stack.apis[0]!.url);
    world = await buildWorld(stack, { url: store.url, mount: 'secret' });
  }, 60_000);

  beforeEach(async () => {
    kv.put(`secret/${REF}`, { user: USER, password: OLD });
    started = [];
    identity = await enroll();
  });

  afterEach(async () => {
    store.release();
    api.release();
    await Promise.all(started.map((agent) => agent.kill()));
    await identity.remove();
  });

  afterAll(async () => {
    await database?.end();
    await stack?.stop();
    await Promise.all([store?.stop(), api?.stop(), kv?.stop()]);
  });

  const enroll = (): Promise<EnrolledAgent> =>
    enrollAgentOf(world, { apiUrl: api.url, vaultToken: KV_TOKEN, vaultAddress: store.url });
  const run = (): RunningAgentProcess => {
    const agent = identity.run();
    started.push(agent);
    return agent;
  };
  const place = () => ({
    project_id: world.project.id,
    environment_id: world.dev.id,
    provider_connection_id: world.connection.id,
    secret_ref: REF,
  });
  const approved = async (path: string, body: object): Promise<string> => {
    const { id } = created(await world.developer.post(path, { ...place(), ...body }));
    expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
    return id as string;
  };
  const read = (): Promise<string> => approved('/requests/read', { keys: ['user'] });
  const patch = (value: string): Promise<string> =>
    approved('/requests', { key_values: { password: Buffer.from(value).toString('base64') } });
  // A waiting poll sees an expired lease only on its next look, up to half a minute later.
  const lapsed = (id: string): Promise<unknown> =>
    eventually(async () => {
      const sql = 'SELECT FROM jobs WHERE request_id = $1 AND lease_expires_at < clock_timestamp()';
      return (await database.query(sql, [id])).rowCount;
    }, 'the end of the lease');
  const ended = (id: string): Promise<any> =>
    eventually(async () => {
      const { body } = await world.developer.get(`/requests/${id}`);
      return ['executed', 'failed'].includes(body.status) ? body : null;
    }, 'the end of the request');
  const valueOf = async (id: string): Promise<string> => {
    const [wrap] = (await world.developer.get(`/requests/${id}/wraps`)).body;
    const { body } = await world.developer.get(`/requests/${id}/wraps/${wrap.wrap_id}`);
    return Buffer.from(body.value, 'base64').toString();
  };
  const stored = async (): Promise<unknown> => {
    const headers = { 'x-vault-token': KV_TOKEN };
    const answer = await fetch(`${kv.url}/v1/secret/data/${REF}`, { headers });
    return ((await answer.json()) as any).data.data.password;
  };
  const claims = async (id: string): Promise<number[]> => {
    const { correlation_id } = (await world.developer.get(`/requests/${id}`)).body;
    const trail = await world.admin.get(`/audit-events?action=job.claim&correlation_id=${correlation_id}`);
    return trail.body.map((event: any) => event.metadata.attempt).sort();
  };

  /** Kills the agent at a call that is kept back, and starts another once its lease is over. @returns the request's id */
  async function succeeded(held: HoldingProxy, call: RegExp, submit: () => Promise<string>): Promise<string> {
    held.hold(call);
    const first = run();
    const id = await submit();
    await held.holds();
    await first.kill();
    held.release();
    await lapsed(id);
    run();
    return id;
  }

  it('killed while it reads loses nothing: its successor reads, with its own key', async () => {
    const id = await succeeded(store, /\/data\//, read);
    expect(await ended(id)).toMatchObject({ status: 'executed' });
    expect(await claims(id)).toEqual([1, 2]);
    expect(await valueOf(id)).toBe(USER);
  }, 60_000);

  it('killed before it takes a patch’s value loses nothing: its successor writes it', async () => {
    const id = await succeeded(api, /GET .*\/wraps\//, () => patch(canary('written by the second')));
    expect(await ended(id)).toMatchObject({ status: 'executed' });
    expect(await claims(id)).toEqual([1, 2]);
    expect(await stored()).toBe(canary('written by the second'));
  }, 60_000);

  it('killed after taking a patch’s value loses it: the request fails and is not retried', async () => {
    const id = await succeeded(store, /\/data\//, () => patch(canary('gone with the process')));
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('wrap_consumed'),
    });
    expect(await claims(id)).toEqual([1]);
    expect(await stored()).toBe(OLD);
  }, 60_000);

  it('stopped by SIGTERM finishes the job, claims no other and exits with 0', async () => {
    store.hold(/\/data\//);
    const agent = run();
    const id = await read();
    await store.holds();
    agent.terminate();
    await eventually(async () => agent.output().includes('waiting for running jobs'), 'drain');
    const other = await read();
    store.release();
    expect(await agent.exited).toBe(0);
    expect(await ended(id)).toMatchObject({ status: 'executed' });
    expect(await claims(id)).toEqual([1]);
    expect(agent.output()).not.toContain('left unfinished');
    expect(await claims(other)).toEqual([]);
    run();
    expect(await ended(other)).toMatchObject({ status: 'executed' });
  }, 60_000);

  it('revoked stops, exits with 3 and logs why; another agent does the job', async () => {
    store.hold(/\/data\//);
    const revoked = run();
    const id = await read();
    await store.holds();
    const { agent_id } = await eventually(async () => {
      const { correlation_id } = (await world.developer.get(`/requests/${id}`)).body;
      const trail = await world.admin.get(`/audit-events?action=job.claim&correlation_id=${correlation_id}`);
      const actor = trail.body[0]?.actor as string | undefined;
      return actor ? { agent_id: actor.replace('agent:', '') } : null;
    }, 'the claim');
    expect((await world.admin.post(`/agents/${agent_id}/revoke`)).status).toBe(200);
    store.release();
    expect(await revoked.exited).toBe(3);
    expect(revoked.output()).toContain('the control plane refuses this agent');
    const doctor = await identity.command('doctor');
    expect([doctor.code, doctor.output]).toEqual([
      1,
      expect.stringContaining('the control plane refuses this agent'),
    ]);
    expect((await world.developer.get(`/requests/${id}`)).body.status).toBe('approved');
    await identity.remove();
    identity = await enroll();
    run();
    expect(await ended(id)).toMatchObject({ status: 'executed' });
  }, 90_000);
});
