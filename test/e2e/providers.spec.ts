import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, TestClient } from '../support/client.js';
import { enrollAgent } from '../support/enroll-agent.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const NO_ID = '00000000-0000-7000-8000-000000000000';

let stack: TestStack;
let world: World;
let binder: TestClient;
let outsider: TestClient;
let nobody: TestClient;

beforeAll(async () => {
  stack = await startStack({ apis: 2, worker: true, env: { SVC_WORKER_DISCOVERY_INTERVAL: '200ms' } });
  world = await buildWorld(stack);
  const scope = { project_id: world.project.id };
  binder = await world.person('binder', 'provider_connection_binder', { scope });
  nobody = await world.person('nobody', null);
  const other = created(await world.admin.post('/projects', { name: 'other' }));
  outsider = await world.person('outsider', 'provider_connection_binder', {
    scope: { project_id: other.id },
  });
}, 90_000);
afterAll(() => stack?.stop());

const vault = (over: object = {}) => ({
  name: `vault-${Math.random()}`,
  type: 'vault',
  cluster_name: 'main',
  scope: { address: 'https://store.example.test', kvMount: 'secret' },
  ...over,
});
const connection = async (over: object = {}): Promise<{ id: string; name: string }> =>
  created(await world.admin.post('/provider-connections', vault(over)));
const bindable = async (over: object = {}) => {
  const row = await connection(over);
  const { status } = await world.admin.put(`/provider-connections/${row.id}`, {
    self_service_bindable: true,
  });
  expect(status).toBe(200);
  return row;
};
const brief = ({ status, body }: Answer) => [status, body?.error_code];
const atEach = (
  work: (client: TestClient, index: number) => Promise<Answer>,
  count: number,
  client: TestClient,
) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const twin = new TestClient(stack.apis[index % 2]!.url);
      twin.token = client.token;
      return work(twin, index);
    }),
  );
const tally = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const key = brief(answer).filter(Boolean).join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

describe('the registry of connections', () => {
  it('answers with the full row, in the newer envelope alone, and ignores another type', async () => {
    const row = await connection({
      description: 'd',
      discover_enabled: true,
      discover_interval_seconds: 86400,
    });
    expect(row).toEqual({
      ...{ id: expect.any(String), name: row.name, type: 'vault', cluster_name: 'main', description: 'd' },
      ...{ status: 'active', scope: vault().scope, auth_method: null, discover_enabled: true },
      ...{ discover_interval_seconds: 86400, self_service_bindable: false, last_discover_error: null },
      ...{ last_discover_at: null, last_discover_status: null, last_discover_started_at: null },
      ...{ last_discover_skipped_secrets: null, last_discover_skipped_keys: null, agents_alive: 0 },
      ...{ possibly_stale: false, created_at: expect.any(String), updated_at: expect.any(String) },
    });
    const changed = await world.admin.put(`/provider-connections/${row.id}`, {
      ...{ type: 'orchestrator', description: null, discover_enabled: false },
    });
    expect(changed).toMatchObject({ status: 200, body: { type: 'vault', description: null } });
    const missing = await world.admin.get(`/provider-connections/${NO_ID}`);
    expect(missing.body).toEqual({ error_code: 'connection_not_found', message: expect.any(String) });
  });

  it.each<[string, object, string]>([
    ['an empty name', { name: '' }, 'validation_failed'],
    ['an unknown type', { type: 'other' }, 'validation_failed'],
    ['too short an interval', { discover_interval_seconds: 59 }, 'validation_failed'],
    ['too long an interval', { discover_interval_seconds: 86401 }, 'validation_failed'],
    ['too long a description', { description: 'x'.repeat(501) }, 'validation_failed'],
    ['a member of updates alone', { self_service_bindable: true }, 'validation_failed'],
    ['no scope', { scope: null }, 'validation_failed'],
    ['a credential in the scope', { scope: { ...vault().scope, Token: 'q9' } }, 'credential_in_scope'],
    [
      'discovery without a cluster',
      { discover_enabled: true, cluster_name: null },
      'discover_requires_cluster',
    ],
  ])('refuses %s', async (_, over, code) => {
    const answer = await world.admin.post('/provider-connections', vault(over));
    expect(brief(answer)).toEqual([400, code]);
    expect(JSON.stringify(answer.body)).not.toContain('q9');
  });

  it('repeats a create under the same key, and makes one row', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = vault();
    const [first, second] = [
      await world.admin.post('/provider-connections', body, { headers }),
      await world.admin.post('/provider-connections', body, { headers }),
    ];
    expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
  });

  it('refuses to delete a connection in use, and deletes an unused one with its agents and tokens', async () => {
    const { id } = await connection();
    const binding = created(
      await world.admin.post(`/provider-connections/${id}/bindings`, { project_id: world.project.id }),
    );
    const ask = {
      ...{ project_id: world.project.id, environment_id: world.dev.id, provider_connection_id: id },
      ...{ secret_ref: 'app/db', keys: ['password'] },
    };
    const request = created(await world.developer.post('/requests/read', ask));
    const agent = await enroll(id);
    created(await world.admin.post(`/provider-connections/${id}/enrollment-tokens`));
    const path = `/provider-connections/${id}`;
    expect(await world.admin.delete(path)).toMatchObject({
      status: 409,
      body: { error_code: 'connection_in_use', bindings_count: 1, open_requests_count: 1 },
    });
    expect((await world.admin.delete(`/provider-connection-bindings/${binding.id}`)).status).toBe(204);
    expect(brief(await world.admin.delete(`/provider-connection-bindings/${binding.id}`))).toEqual([
      404,
      'binding_not_found',
    ]);
    expect((await world.developer.post(`/requests/${request.id}/cancel`)).status).toBe(200);
    expect((await world.admin.delete(path)).status).toBe(204);
    expect(brief(await world.admin.delete(path))).toEqual([404, 'connection_not_found']);
    expect((await agent.claim()).status).toBe(401);
    const events = async (action: string) =>
      (await world.admin.get(`/audit-events?action=${action}&limit=5`)).body.filter(
        (event: any) => event.correlation_id !== null,
      );
    expect((await events('agent.revoke'))[0]).toMatchObject({ resource: `agent:${agent.id}` });
    expect((await events('agent.token.revoke'))[0]).toMatchObject({
      metadata: { provider_connection_id: id },
    });
  });
});

describe('GET /provider-connections', () => {
  let chosen: { id: string; name: string };
  beforeAll(async () => {
    chosen = await bindable({ name: 'chosen' });
  });
  const at = (query: object) =>
    `/provider-connections?${new URLSearchParams(query as Record<string, string>).toString()}`;
  const here = () => ({ project_id: world.project.id, environment_id: world.dev.id });

  it('without a query is the list of administrators', async () => {
    const answer = await world.admin.get('/provider-connections');
    expect(answer.body[0]).toMatchObject({ id: world.connection.id, scope: { kvMount: 'secret' } });
    expect(await world.developer.get('/provider-connections')).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied', permission: 'integration.edit' },
    });
  });

  it('with a project is the dropdown of developers, three members a row', async () => {
    for (const query of [{ project_id: world.project.id }, here(), { ...here(), for_binding: 'false' }]) {
      const answer = await world.developer.get(at(query));
      expect(answer.body).toEqual([{ id: world.connection.id, name: 'main-vault', type: 'vault' }]);
    }
    expect(await nobody.get(at(here()))).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied', permission: 'secret.request' },
    });
  });

  it('for binding is the list of binders', async () => {
    const answer = await binder.get(at({ ...here(), for_binding: 'true' }));
    expect(answer.body).toEqual([{ id: chosen.id, name: 'chosen', type: 'vault' }]);
    const prod = { project_id: world.project.id, environment_id: world.prod.id, for_binding: 'true' };
    expect(await binder.get(at(prod))).toMatchObject({
      status: 403,
      body: { error_code: 'prod_binding_not_allowed_for_scope', env_kind: 'prod' },
    });
    expect(brief(await outsider.get(at({ ...here(), for_binding: 'true' })))).toEqual([
      403,
      'out_of_scope_binding',
    ]);
  });

  it('refuses incomplete queries before it checks permissions', async () => {
    const refused = async (query: object) => brief(await nobody.get(at(query)));
    expect(await refused({ environment_id: world.dev.id })).toEqual([400, 'project_id_required']);
    expect(await refused({ for_binding: 'true' })).toEqual([400, 'project_id_required']);
    const without = { project_id: world.project.id, for_binding: 'true' };
    expect(await refused(without)).toEqual([400, 'environment_id_required']);
  });

  it('refuses an invalid id or flag, or a repeated parameter', async () => {
    for (const query of [
      'project_id=x',
      'project_id=',
      'for_binding=yes',
      `project_id=${NO_ID}&project_id=${NO_ID}`,
    ])
      expect(brief(await world.developer.get(`/provider-connections?${query}`))).toEqual([
        400,
        'validation_failed',
      ]);
  });
});

describe('bindings by binders', () => {
  const path = () => `/projects/${world.project.id}/provider-connection-bindings`;
  const body = (id: string) => ({ provider_connection_id: id, environment_id: world.dev.id });

  it('are created, listed and removed in an environment', async () => {
    const { id, name } = await bindable();
    const row = created(await binder.post(path(), body(id)));
    expect(row).toMatchObject({
      environment_name: 'dev',
      environment_kind: 'non_prod',
      connection_name: name,
    });
    const listed = await nobody.get(`${path()}?environment_id=${world.prod.id}`);
    expect(listed.body.map((each: any) => each.id)).not.toContain(row.id);
    expect((await nobody.get(path())).body.map((each: any) => each.id)).toContain(row.id);
    expect((await binder.delete(`${path()}/${row.id}`)).status).toBe(204);
    expect(brief(await binder.delete(`${path()}/${row.id}`))).toEqual([404, 'binding_not_found']);
  });

  it('require an environment, the permission and its coverage', async () => {
    const { id } = await bindable();
    for (const environment of [{}, { environment_id: null }])
      expect(brief(await binder.post(path(), { provider_connection_id: id, ...environment }))).toEqual([
        400,
        'environment_id_required',
      ]);
    expect(await world.admin.post(path(), body(id))).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied', permission: 'integration.bind' },
    });
    expect(brief(await outsider.post(path(), body(id)))).toEqual([403, 'out_of_scope_binding']);
    const { body: events } = await world.admin.get('/audit-events?action=binding.denied_out_of_scope');
    expect(events[0]).toMatchObject({
      actor: `user:${outsider.userId}`,
      status: 'denied',
      metadata: { attempted_project_id: world.project.id, attempted_environment_id: world.dev.id },
    });
    expect(JSON.stringify(events)).not.toContain(id);
  });

  it('are created once by 64 concurrent calls at two processes, and removed once by 64', async () => {
    const { id } = await bindable();
    const made = await atEach((client) => client.post(path(), body(id)), 64, binder);
    expect(tally(made)).toEqual({ '201': 1, '409 binding_exists': 63 });
    const row = made.find((answer) => answer.status === 201)!.body;
    const removed = await atEach((client) => client.delete(`${path()}/${row.id}`), 64, binder);
    expect(tally(removed)).toEqual({ '204': 1, '404 binding_not_found': 63 });
  });
});

interface TestAgent {
  readonly id: string;
  claim(): Promise<Answer>;
  bulk(body: unknown): Promise<Answer>;
  complete(jobId: string, body: object): Promise<Answer>;
}

async function enroll(connectionId: string): Promise<TestAgent> {
  const { id, call } = await enrollAgent({ admin: world.admin, connection: { id: connectionId } });
  const post = (path: string, body: unknown) => call('POST', path, body);
  return {
    id,
    claim: () => post('/jobs/claim', {}),
    bulk: (body) => post('/secrets/bulk', body),
    complete: (jobId, body) => post(`/jobs/${jobId}/complete`, body),
  };
}

describe('discovery', () => {
  const secret = (ref: string, labels: object = {}) => ({ ref, keys: ['password'], labels, version: '1' });

  it('is started, reported page by page, and updates the catalogue', async () => {
    const { id } = await connection({ cluster_name: 'main' });
    const agent = await enroll(id);
    const start = await world.admin.post(`/provider-connections/${id}/discover-now`);
    expect(start).toMatchObject({ status: 202, body: { job_id: expect.any(String) } });
    expect(start.headers.get('x-correlation-id')).toBe(start.body.correlation_id);
    expect(brief(await world.admin.post(`/provider-connections/${id}/discover-now`))).toEqual([
      409,
      'discovery_already_running',
    ]);
    const { body: job } = await agent.claim();
    expect(job).toMatchObject({ id: start.body.job_id, kind: 'discover', provider_connection: { id } });
    const page = [secret('story/a', { tier: 'one', app: 'x' }), secret('story/b', { tier: 'one' })];
    expect((await agent.bulk({ job_id: job.id, secrets: page })).body).toEqual({
      ...{ inserted: 2, updated: 0, unchanged: 0 },
    });
    expect((await agent.bulk({ job_id: job.id, secrets: page })).body).toMatchObject({ unchanged: 2 });
    expect((await agent.complete(job.id, { status: 'succeeded' })).status).toBe(204);
    expect((await world.admin.get(`/provider-connections/${id}`)).body).toMatchObject({
      last_discover_status: 'success',
    });
    const labelled = await nobody.get('/secrets?label=tier:one&label=app:x');
    expect(labelled.body).toEqual([
      {
        ...{ id: expect.any(String), provider_connection_id: id, cluster_name: 'main', provider: 'vault' },
        ...{ ref: 'story/a', keys: ['password'], labels: { tier: 'one', app: 'x' }, version: '1' },
        ...{ status: 'active', environment_ids: [], first_seen_at: expect.any(String) },
        ...{
          last_seen_at: expect.any(String),
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      },
    ]);
    const one = await nobody.get(`/secrets/${labelled.body[0].id}`);
    expect(one.body).toEqual(labelled.body[0]);
    const missing = await nobody.get(`/secrets/${NO_ID}`);
    expect(missing).toMatchObject({
      status: 404,
      body: { error_code: 'secret_not_found', code: 'secret_not_found' },
    });
    const first = await nobody.get('/secrets?ref_prefix=story/&limit=1');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!;
    const second = await nobody.get(next.replace('/api/v1', ''));
    expect([...first.body, ...second.body].map((row: any) => row.ref)).toEqual(['story/a', 'story/b']);
    for (const query of [
      'label=x',
      'label=:x',
      'status=gone',
      'status=active&status=missing',
      'cluster_name=',
    ])
      expect(brief(await nobody.get(`/secrets?${query}`))).toEqual([400, 'validation_failed']);
  });

  it('is started once by 64 concurrent calls to discover-now and POST /jobs at two processes', async () => {
    const { id } = await connection();
    const answers = await atEach(
      (client, index) =>
        index % 4 < 2
          ? client.post(`/provider-connections/${id}/discover-now`)
          : client.post('/jobs', { kind: 'discover', provider_connection_id: id }),
      64,
      world.admin,
    );
    expect(tally(answers)).toEqual({ '202': 1, '409 discovery_already_running': 63 });
  });

  it('is refused for a connection that is disabled or has no cluster', async () => {
    const off = await connection({ status: 'disabled' });
    const nowhere = await connection({ cluster_name: null });
    for (const [row, status, code] of [
      [off, 409, 'connection_disabled'],
      [nowhere, 400, 'discover_requires_cluster'],
      [{ id: NO_ID }, 404, 'connection_not_found'],
    ] as const) {
      expect(brief(await world.admin.post(`/provider-connections/${row.id}/discover-now`))).toEqual([
        status,
        code,
      ]);
      const job = { kind: 'discover', provider_connection_id: row.id };
      expect(brief(await world.admin.post('/jobs', job))).toEqual([status, code]);
    }
  });

  it('accepts only valid pages, from the agent that holds the job', async () => {
    const { id } = await connection();
    const [agent, stranger] = [await enroll(id), await enroll(id)];
    await world.admin.post(`/provider-connections/${id}/discover-now`);
    const { body: job } = await agent.claim();
    const many = Array.from({ length: 1001 }, (_, index) => secret(`s${index}`));
    for (const body of [
      { job_id: 'x', secrets: [] },
      { job_id: job.id },
      { job_id: job.id, secrets: {}, more: 1 },
      { job_id: job.id, secrets: [{ ...secret('a'), value: 'c2VjcmV0' }] },
      { job_id: job.id, secrets: [secret('a'), secret('a')] },
      { job_id: job.id, secrets: [secret('a/../b')] },
      { job_id: job.id, secrets: many },
    ]) {
      const answer = await agent.bulk(body);
      expect(brief(answer)).toEqual([400, 'validation_failed']);
      expect(JSON.stringify(answer.body)).not.toContain('c2VjcmV0');
    }
    const big = {
      job_id: job.id,
      secrets: many.slice(1).map((each) => ({ ...each, labels: { x: 'y'.repeat(1024) } })),
    };
    expect(JSON.stringify(big).length).toBeGreaterThan(1024 * 1024);
    expect(await agent.bulk(big)).toMatchObject({ status: 200, body: { inserted: 1000 } });
    expect(brief(await agent.bulk('x'.repeat(8 * 1024 * 1024 + 1)))).toEqual([413, 'payload_too_large']);
    expect(brief(await stranger.bulk({ job_id: job.id, secrets: [] }))).toEqual([404, 'job_not_found']);
  });

  it('is started by the worker when it is due, and not for a disabled connection', async () => {
    const off = await connection({ discover_enabled: true, status: 'disabled' });
    const due = await connection({ discover_enabled: true });
    const statusOf = async (id: string) =>
      (await world.admin.get(`/provider-connections/${id}`)).body.last_discover_status;
    await eventually(async () => (await statusOf(due.id)) === 'running', 'the run of the schedule');
    expect(await statusOf(off.id)).toBeNull();
    const { body: events } = await world.admin.get(
      '/audit-events?action=discover.start&actor=system:discovery_scheduler',
    );
    expect(events.map((event: any) => event.resource)).toContain(`provider_connection:${due.id}`);
  });
});
