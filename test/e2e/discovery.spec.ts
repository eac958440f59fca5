import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { enrollAgent } from '../support/enroll-agent.js';
import { eventually } from '../support/eventually.js';
import { leaksOfStack } from '../support/leaks-of-stack.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const VALUE = canary('value/0ver€d 77');
const KV_TOKEN = canary('token-of-the-store');
/** A careless agent's error; no part of its secrets may be stored, logged or shown. */
const CREDENTIAL = `hvs.CAESI${canary('reported-by-an-agent')}`;

describe('a store is discovered by an agent, found in the catalogue, and discovered again', () => {
  let stack: TestStack;
  let kv: DevKv;
  let world: World;
  let agent: AgentProcess;
  let connection: { id: string };

  beforeAll(async () => {
    kv = await startDevKv({ token: KV_TOKEN });
    kv.put('secret/apps/payments', { password: VALUE, user: VALUE });
    kv.put('secret/apps/web', { key: VALUE });
    kv.put('secret/other/left-out', { key: VALUE });
    await inStore('POST', 'metadata/apps/payments', { custom_metadata: { team: 'payments', tier: 'one' } });
    stack = await startStack({ apis: 2, worker: true });
    world = await buildWorld(stack);
    const scope = { address: kv.url, kvMount: 'secret', kvPrefix: 'apps' };
    connection = await registered('apps-vault', scope);
    agent = await startAgentOf(
      { admin: world.admin, connection },
      { apiUrl: stack.apis[1]!.url, vaultToken: KV_TOKEN, vaultAddress: kv.url },
    );
  }, 90_000);
  afterAll(async () => {
    await agent?.stop();
    await stack?.stop();
    await kv?.stop();
  });

  const registered = async (name: string, scope: object): Promise<{ id: string }> =>
    created(
      await world.admin.post('/provider-connections', {
        ...{ name, type: 'vault', cluster_name: 'main', scope },
      }),
    );

  async function inStore(method: string, path: string, body?: object): Promise<void> {
    const headers = { 'x-vault-token': KV_TOKEN };
    const answer = await fetch(`${kv.url}/v1/secret/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  }

  const row = async (id = connection.id): Promise<any> =>
    (await world.admin.get(`/provider-connections/${id}`)).body;

  /** Starts a run and waits for its end. */
  async function discovered(): Promise<any> {
    const start = await world.admin.post(`/provider-connections/${connection.id}/discover-now`);
    expect(start).toMatchObject({ status: 202, body: { job_id: expect.any(String) } });
    return eventually(async () => {
      const found = await row();
      return found.last_discover_status === 'running' ? null : found;
    }, 'the end of the run');
  }

  const listed = async (query = ''): Promise<any[]> =>
    (await world.developer.get(`/secrets?cluster_name=main${query}`)).body;
  const statuses = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await listed()).map((each) => [each.ref, each.status]));
  const lastFinish = async (): Promise<any> =>
    (
      await world.admin.get(
        `/audit-events?action=discover.finish&resource=provider_connection:${connection.id}`,
      )
    ).body[0];

  it('finds the secrets below the prefix: names, labels and versions', async () => {
    expect(await discovered()).toMatchObject({ last_discover_status: 'success', last_discover_error: null });
    const [payments, web, ...others] = await listed('&ref_prefix=apps/');
    expect(others).toEqual([]);
    expect(payments).toMatchObject({
      ...{ ref: 'apps/payments', keys: ['password', 'user'], version: '1', status: 'active' },
      ...{ labels: { team: 'payments', tier: 'one' }, provider: 'vault', environment_ids: [] },
      provider_connection_id: connection.id,
    });
    expect(web).toMatchObject({ ref: 'apps/web', keys: ['key'], labels: {} });
    expect(await lastFinish()).toMatchObject({
      status: 'success',
      metadata: { inserted: 2, updated: 0, unchanged: 0, missing: 0 },
    });
  });

  it('is filtered by labels, all of which must match', async () => {
    const refs = async (query: string) => (await listed(query)).map((each) => each.ref);
    expect(await refs('&label=team:payments&label=tier:one')).toEqual(['apps/payments']);
    expect(await refs('&label=team:payments&label=tier:two')).toEqual([]);
    expect(await refs('&label=team:payments&label=team:web')).toEqual([]);
  });

  it('is filtered by key, part of the reference, connection and the places that secrets are bound to', async () => {
    const { admin, project, dev } = world;
    const refs = async (query: string) => (await listed(query)).map((each) => each.ref);
    const both = ['apps/payments', 'apps/web'];
    expect(await refs('&key=password')).toEqual(['apps/payments']);
    expect(await refs('&key=pass')).toEqual([]);
    expect([await refs('&q=PAYM'), await refs('&q=apps')]).toEqual([['apps/payments'], both]);
    expect(await refs('&q=a_ps')).toEqual([]);
    expect(await refs(`&provider_connection_id=${connection.id}`)).toEqual(both);
    expect(await refs(`&provider_connection_id=${world.connection.id}`)).toEqual([]);

    const [{ id }] = await listed('&q=payments');
    const other = created(await admin.post('/projects', { name: 'owns-nothing' }));
    expect(await refs(`&project_id=${project.id}`)).toEqual([]);
    const binding = { environment_id: dev.id, secret_ids: [id] };
    expect((await admin.post(`/projects/${project.id}/secrets`, binding)).status).toBe(200);
    expect(await refs(`&project_id=${project.id}`)).toEqual(['apps/payments']);
    expect(await refs(`&environment_id=${dev.id}`)).toEqual(['apps/payments']);
    expect(await refs(`&project_id=${project.id}&key=key`)).toEqual([]);
    expect(await refs(`&project_id=${other.id}`)).toEqual([]);
    expect(await refs(`&environment_id=${world.prod.id}`)).toEqual([]);
  });

  it('marks deleted secrets as missing, and updates changed ones', async () => {
    await inStore('DELETE', 'metadata/apps/payments');
    kv.put('secret/apps/web', { key: VALUE, extra: VALUE });
    await discovered();
    expect(await statuses()).toEqual({ 'apps/payments': 'missing', 'apps/web': 'active' });
    expect((await listed('&status=missing')).map((each) => each.ref)).toEqual(['apps/payments']);
    expect((await listed('&status=active'))[0]).toMatchObject({ keys: ['extra', 'key'], version: '2' });
    expect((await lastFinish()).metadata).toMatchObject({
      inserted: 0,
      updated: 1,
      unchanged: 0,
      missing: 1,
    });
  });

  it('finds a restored secret under the same id', async () => {
    const [before] = await listed('&status=missing');
    kv.put('secret/apps/payments', { password: VALUE });
    await discovered();
    const [after] = await listed('&ref_prefix=apps/payments');
    expect(after).toMatchObject({ id: before.id, status: 'active', first_seen_at: before.first_seen_at });
    expect((await lastFinish()).metadata).toMatchObject({ updated: 1, unchanged: 1, missing: 0 });
  });

  it('marks nothing missing when the store fails, reports an error code, and recovers', async () => {
    kv.seal(true);
    expect(await discovered()).toMatchObject({
      last_discover_status: 'failure',
      last_discover_error: 'store_sealed',
    });
    expect(Object.values(await statuses())).toEqual(['active', 'active']);
    expect(await lastFinish()).toMatchObject({
      status: 'failure',
      metadata: { error_kind: 'agent_reported' },
    });
    kv.seal(false);
    expect((await discovered()).last_discover_status).toBe('success');
  });

  it('keeps secrets in the catalogue while the connection is disabled, and starts no run', async () => {
    const put = (status: string) => world.admin.put(`/provider-connections/${connection.id}`, { status });
    expect((await put('disabled')).body.status).toBe('disabled');
    const refused = await world.admin.post(`/provider-connections/${connection.id}/discover-now`);
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'connection_disabled' } });
    expect(Object.values(await statuses())).toEqual(['active', 'active']);
    await put('active');
    expect((await discovered()).last_discover_status).toBe('success');
  });

  it('shows an error with credentials and JSON removed, wherever the limit of 280 truncates it', async () => {
    const other = await registered('careless', { address: kv.url, kvMount: 'secret' });
    const careless = await enrollAgent({ admin: world.admin, connection: other });
    for (const before of ['', 'word '.repeat(50), `${'word '.repeat(54)}a`, '{"errors":["x"]} ']) {
      await world.admin.post(`/provider-connections/${other.id}/discover-now`);
      const { body: job } = await careless.call('POST', '/jobs/claim', {});
      const error = `${before}refused ${CREDENTIAL} {"token":"${CREDENTIAL}"} ${'tail '.repeat(80)}`;
      const failed = { status: 'failed', error };
      expect((await careless.call('POST', `/jobs/${job.id}/complete`, failed)).status).toBe(204);
      const { last_discover_error: shown } = await row(other.id);
      expect(shown.length).toBeLessThanOrEqual(280);
      expect(shown).not.toContain('CAESI');
      expect(shown).not.toContain('{');
      expect((await world.admin.get(`/jobs/${job.id}`)).body.error).toBe(shown);
    }
  });

  it('counts secrets whose names can’t be requested, until they are gone', async () => {
    kv.put('secret/apps/odd', { fine: VALUE, 'not fine': VALUE });
    kv.put('secret/apps/100%', { key: VALUE });
    const counts = (secrets: number | null, keys: number | null) => ({
      ...{ last_discover_skipped_secrets: secrets, last_discover_skipped_keys: keys },
    });
    expect(await discovered()).toMatchObject(counts(1, 1));
    expect((await lastFinish()).metadata).toMatchObject({ skipped_secrets: 1, skipped_keys: 1 });
    expect(agent.output()).toContain('"skipped_secrets":1,"skipped_keys":1');
    await inStore('DELETE', 'metadata/apps/odd');
    await inStore('DELETE', 'metadata/apps/100%25');
    expect(await discovered()).toMatchObject(counts(null, null));
  });

  it('leaves no value, store token or reported credential anywhere', async () => {
    expect(await leaksOfStack(stack, agent)).toEqual([]);
  });
});
