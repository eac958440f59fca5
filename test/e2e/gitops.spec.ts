import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { type AgentIdentity, enrollAgent } from '../support/enroll-agent.js';
import { stateOf, withoutAuditPartitions } from '../support/database-state.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const NO_ID = '00000000-0000-7000-8000-000000000000';
const CLUSTER = 'main';

let stack: TestStack;
let world: World;
let integrator: TestClient;
let agent: AgentIdentity;
beforeAll(async () => {
  stack = await startStack({ env: { SVC_GITOPS_ENABLED: 'true' } });
  world = await buildWorld(stack);
  integrator = await world.person('integrator', 'integrator');
  agent = await enrollAgent(world, CLUSTER);
}, 60_000);
afterAll(() => stack?.stop());

const code = (answer: Answer): string => `${answer.status} ${answer.body?.error_code ?? ''}`.trim();
const integratorOrAdmin = (leaves: 'endpoint' | 'environment'): TestClient =>
  leaves === 'endpoint' ? integrator : world.admin;
const endpoint = async (cluster_name = CLUSTER): Promise<{ id: string }> =>
  created(
    await integrator.post('/argocd-endpoints', { name: 'argo', cluster_name, base_url: 'https://argo.test' }),
  );
const application = (over: object = {}) => ({
  name: 'shop',
  namespace: 'argocd',
  project: 'default',
  repo_url: 'https://git.test/shop.git',
  path: 'deploy',
  target_revision: 'main',
  sync_status: 'Synced',
  health_status: 'Healthy',
  revision: 'abc123',
  observed_at: new Date().toISOString(),
  ...over,
});
const report = (endpoint_id: string, ...applications: unknown[]): Promise<Answer> =>
  agent.call('POST', '/gitops/observations', { endpoint_id, applications });
const auditOf = async (resource: string): Promise<string[]> => {
  const { body } = await world.admin.get(`/audit-events?resource=${encodeURIComponent(resource)}`);
  return body.map((event: { action: string }) => event.action).reverse();
};

describe('GitOps over HTTP', () => {
  it('shows a requester the application’s state after the value was written', async () => {
    const { id } = await endpoint();
    const heartbeat = await agent.call('POST', '/heartbeat', {});
    expect(heartbeat.body.gitops_endpoints).toEqual([{ id, base_url: 'https://argo.test' }]);
    expect((await report(id, application(), application({ name: 'other' }))).body).toEqual({ recorded: 2 });
    const seen = await world.developer.get(`/argocd-endpoints/${id}/discovered-apps`);
    expect(seen.body.map((each: { name: string }) => each.name)).toEqual(['shop', 'other']);
    const place = { project_id: world.project.id, environment_id: world.dev.id };
    const mapping = { argocd_endpoint_id: id, app_name: 'shop', ...place };
    expect(created(await integrator.post('/gitops-app-mappings', mapping))).toMatchObject(mapping);
    const requestId = await executedPatch();
    const states = `/requests/${requestId}/gitops`;
    expect((await world.developer.get(states)).body).toEqual([]);
    const synced = {
      ...application(),
      revision: 'def456',
      sync_status: 'OutOfSync',
      health_status: 'Progressing',
    };
    expect((await report(id, synced, application({ name: 'other' }))).body).toEqual({ recorded: 2 });
    const { observed_at, revision, sync_status, health_status } = synced;
    expect((await world.developer.get(`${states}?user_id=${world.developer.userId}`)).body).toEqual([
      { application: 'shop', endpoint_id: id, sync_status, health_status, revision, observed_at },
    ]);
    expect(code(await world.approver.get(states))).toBe('403 not_requester');
    expect(code(await world.developer.get(`${states}?user_id=${NO_ID}`))).toBe('403 not_requester');
    expect(code(await world.developer.get(`/requests/${NO_ID}/gitops`))).toBe('404 request_not_found');
    expect(code(await world.developer.get('/requests/x/gitops'))).toBe('400 validation_failed');
  });

  it('records each change once, and no refused one', async () => {
    const { id } = await endpoint();
    const place = { project_id: world.project.id, environment_id: world.prod.id };
    const mapping = { argocd_endpoint_id: id, app_name: 'shop', ...place };
    const { id: mappingId } = created(await integrator.post('/gitops-app-mappings', mapping));
    expect(code(await integrator.post('/gitops-app-mappings', mapping))).toBe('409 mapping_exists');
    expect(code(await integrator.put(`/argocd-endpoints/${id}/enabled`, { enabled: false }))).toBe('200');
    expect(code(await integrator.delete(`/gitops-app-mappings/${mappingId}`))).toBe('204');
    expect(code(await integrator.delete(`/gitops-app-mappings/${mappingId}`))).toBe('404 mapping_not_found');
    expect(code(await integrator.delete(`/argocd-endpoints/${id}`))).toBe('204');
    expect(code(await integrator.delete(`/argocd-endpoints/${id}`))).toBe('404 argocd_endpoint_not_found');
    expect(await auditOf(`gitops_app_mapping:${mappingId}`)).toEqual([
      'gitops.mapping.create',
      'gitops.mapping.delete',
    ]);
    expect(await auditOf(`argocd_endpoint:${id}`)).toEqual([
      'gitops.endpoint.create',
      'gitops.endpoint.update',
      'gitops.endpoint.delete',
    ]);
  });

  it('lets only holders of integration.edit everywhere change anything', async () => {
    const { id } = await endpoint();
    const { body } = await world.developer.post('/argocd-endpoints', '{"not": json');
    expect(body).toMatchObject({
      error_code: 'permission_denied',
      code: 'permission_denied',
      permission: 'integration.edit',
    });
    const scoped = await world.person('scoped', 'integrator', { scope: { project_id: world.project.id } });
    for (const person of [world.developer, scoped]) {
      expect(code(await person.put(`/argocd-endpoints/${id}/enabled`, { enabled: false }))).toBe(
        '403 permission_denied',
      );
      expect(code(await person.delete(`/argocd-endpoints/${id}`))).toBe('403 permission_denied');
      expect(code(await person.post('/gitops-app-mappings', {}))).toBe('403 permission_denied');
      expect(code(await person.get('/argocd-endpoints'))).toBe('200');
      expect(code(await person.get('/gitops-app-mappings'))).toBe('200');
    }
  });

  it('refuses invalid input, and answers 404 for what does not exist', async () => {
    const good = { name: 'argo', cluster_name: CLUSTER, base_url: 'https://argo.test' };
    const { id } = await endpoint();
    for (const bad of [
      { ...good, base_url: 'https://user:token@argo.test' },
      { ...good, base_url: 'ftp://argo.test' },
      { ...good, name: ' ' },
      { ...good, enabled: 'yes' },
      { ...good, token: 'x' },
      { name: 'argo' },
    ])
      expect(code(await integrator.post('/argocd-endpoints', bad))).toBe('400 validation_failed');
    expect(code(await integrator.put(`/argocd-endpoints/${id}/enabled`, {}))).toBe('400 validation_failed');
    const mapping = {
      argocd_endpoint_id: id,
      app_name: 'x',
      project_id: world.project.id,
      environment_id: world.dev.id,
    };
    const map = async (change: object) =>
      code(await integrator.post('/gitops-app-mappings', { ...mapping, ...change }));
    expect(await map({ argocd_endpoint_id: NO_ID })).toBe('404 argocd_endpoint_not_found');
    expect(await map({ project_id: NO_ID })).toBe('404 project_not_found');
    expect(await map({ environment_id: NO_ID })).toBe('400 environment_not_in_project');
    expect(await map({ app_name: '' })).toBe('400 validation_failed');
    expect(await map({ environment_id: null })).toBe('400 validation_failed');
  });

  it('accepts valid reports from agents of the cluster only', async () => {
    const [{ id }, { id: foreign }] = [await endpoint(), await endpoint('elsewhere')];
    expect(code(await report(foreign, application()))).toBe('404 argocd_endpoint_not_found');
    expect(code(await report(NO_ID, application()))).toBe('404 argocd_endpoint_not_found');
    expect(code(await report(id, application({ value: 'x' })))).toBe('400 validation_failed');
    expect(code(await report(id, application({ observed_at: 'now' })))).toBe('400 validation_failed');
    expect(code(await report('x', application()))).toBe('400 validation_failed');
    const stranger = new TestClient(stack.apis[0]!.url);
    expect(code(await stranger.post(`/agents/${agent.id}/gitops/observations`, {}))).toBe('401 unauthorized');
    await integrator.put(`/argocd-endpoints/${id}/enabled`, { enabled: false });
    expect(code(await report(id, application()))).toBe('409 argocd_endpoint_disabled');
    const { gitops_endpoints } = (await agent.call('POST', '/heartbeat', {})).body;
    expect(gitops_endpoints.map((each: { id: string }) => each.id)).not.toContain(id);
  });

  it('pages its lists, oldest first', async () => {
    const { id } = await endpoint();
    await report(id, ...Array.from({ length: 5 }, (_, n) => application({ name: `app-${n}` })));
    const pages = async (path: string): Promise<string[]> => {
      const names: string[] = [];
      for (let next: string | undefined = `${path}?limit=2`; next;) {
        const { body, headers } = await world.developer.get(next);
        names.push(...body.map((row: { id?: string; name: string }) => row.id ?? row.name));
        next = /<\/api\/v1([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      }
      return names;
    };
    const found = await pages(`/argocd-endpoints/${id}/discovered-apps`);
    expect(found.sort()).toEqual(['app-0', 'app-1', 'app-2', 'app-3', 'app-4']);
    const all = (await world.developer.get('/argocd-endpoints')).body.map((row: { id: string }) => row.id);
    expect(await pages('/argocd-endpoints')).toEqual(all);
  });

  it('keeps mappings and events consistent while 64 calls and reports race with a delete', async () => {
    for (const leaves of ['endpoint', 'environment'] as const) {
      const { id } = await endpoint();
      const environment = created(
        await world.admin.post('/environments', {
          ...{ project_id: world.project.id, name: `meets-${leaves}`, type: 'dev', risk_level: 1 },
        }),
      );
      const place = { project_id: world.project.id, environment_id: environment.id };
      // Eight of each of six names, so that there are several to take away, and a report after every third.
      const calls = Array.from({ length: 48 }, (_, n) => async () => {
        const mapping = { argocd_endpoint_id: id, app_name: `app-${n % 6}`, ...place };
        return integrator.post('/gitops-app-mappings', mapping);
      });
      const reports = Array.from(
        { length: 16 },
        (_, n) => () => report(id, application({ revision: `${n}` })),
      );
      const path = leaves === 'endpoint' ? `/argocd-endpoints/${id}` : `/environments/${environment.id}`;
      const [gone, mapped, reported] = await Promise.all([
        integratorOrAdmin(leaves).delete(path),
        Promise.all(calls.map((call) => call())),
        Promise.all(reports.map((call) => call())),
      ]);
      expect(code(gone)).toBe('204');
      const refusal = {
        endpoint: '404 argocd_endpoint_not_found',
        environment: '400 environment_not_in_project',
      }[leaves];
      for (const answer of mapped) expect(['201', '409 mapping_exists', refusal]).toContain(code(answer));
      for (const answer of reported)
        expect(leaves === 'endpoint' ? ['200', refusal] : ['200']).toContain(code(answer));
      const made = mapped.filter(({ status }) => status === 201).map(({ body }) => body);
      expect(new Set(made.map(({ app_name }) => app_name)).size).toBe(made.length);
      for (const { id: mappingId } of made)
        expect(await auditOf(`gitops_app_mapping:${mappingId}`)).toEqual([
          'gitops.mapping.create',
          'gitops.mapping.delete',
        ]);
      const left = (await integrator.get('/gitops-app-mappings?limit=100')).body as { id: string }[];
      expect(left.filter((row) => made.some(({ id: mappingId }) => mappingId === row.id))).toEqual([]);
    }
  });

  it('changes nothing when the audit event can’t be written', async () => {
    const { id } = await endpoint();
    const place = { project_id: world.project.id, environment_id: world.prod.id };
    const mapping = { argocd_endpoint_id: id, app_name: 'audited', ...place };
    const { id: mappingId } = created(await integrator.post('/gitops-app-mappings', mapping));
    const before = await stateOf(stack.databaseUrl);
    const answers = await withoutAuditPartitions(stack.databaseUrl, async () => [
      await integrator.post('/argocd-endpoints', {
        ...{ name: 'argo', cluster_name: CLUSTER, base_url: 'https://argo.test' },
      }),
      await integrator.put(`/argocd-endpoints/${id}/enabled`, { enabled: false }),
      await integrator.post('/gitops-app-mappings', { ...mapping, app_name: 'another' }),
      await integrator.delete(`/gitops-app-mappings/${mappingId}`),
      await integrator.delete(`/argocd-endpoints/${id}`),
    ]);
    expect(answers.map(code)).toEqual(Array.from({ length: 5 }, () => '503 dependency_unavailable'));
    expect(await stateOf(stack.databaseUrl)).toEqual(before);
  });

  it('registers an endpoint once per Idempotency-Key', async () => {
    const body = { name: 'once', cluster_name: CLUSTER, base_url: 'https://argo.test' };
    const headers = { 'idempotency-key': 'one-endpoint' };
    const [first, second] = [
      await integrator.post('/argocd-endpoints', body, { headers }),
      await integrator.post('/argocd-endpoints', body, { headers }),
    ];
    expect(second.body).toEqual(created(first));
  });
});

describe('with GitOps disabled', () => {
  it('has none of its routes, and works without them', async () => {
    const { id } = await endpoint();
    const environment = created(
      await world.admin.post('/environments', {
        ...{ project_id: world.project.id, name: 'mapped', type: 'dev', risk_level: 1 },
      }),
    );
    const place = { project_id: world.project.id, environment_id: environment.id };
    const mapping = { argocd_endpoint_id: id, app_name: 'shop', ...place };
    const { id: mappingId } = created(await integrator.post('/gitops-app-mappings', mapping));
    const off = await stack.addApi({ SVC_GITOPS_ENABLED: 'false' });
    const at = (client: TestClient): TestClient =>
      Object.assign(new TestClient(off.url), { token: client.token, userId: client.userId });
    const unknown = (await at(world.admin).get('/no-such-route')).body;
    for (const client of [at(integrator), at(world.developer), new TestClient(off.url)])
      for (const [method, path] of [
        ['GET', '/argocd-endpoints'],
        ['POST', '/argocd-endpoints'],
        ['GET', `/argocd-endpoints/${id}/discovered-apps`],
        ['PUT', `/argocd-endpoints/${id}/enabled`],
        ['DELETE', `/argocd-endpoints/${id}`],
        ['GET', '/gitops-app-mappings'],
        ['POST', '/gitops-app-mappings'],
        ['DELETE', `/gitops-app-mappings/${mappingId}`],
        ['POST', `/agents/${agent.id}/gitops/observations`],
        ['GET', `/requests/${NO_ID}/gitops`],
      ] as const) {
        const answer = await client.call(method, path, ['POST', 'PUT'].includes(method) ? {} : undefined);
        expect([method, path, answer.status, answer.body]).toEqual([method, path, 404, unknown]);
      }
    expect(code(await at(world.admin).delete(`/environments/${environment.id}`))).toBe('204');
    expect(await auditOf(`gitops_app_mapping:${mappingId}`)).toEqual([
      'gitops.mapping.create',
      'gitops.mapping.delete',
    ]);
  });
});

/** Has a patch approved, claimed by the agent, and executed. @returns its id */
async function executedPatch(): Promise<string> {
  const submitted = await world.developer.post('/requests', {
    project_id: world.project.id,
    environment_id: world.dev.id,
    provider_connection_id: world.connection.id,
    secret_ref: 'app/db',
    key_values: { password: Buffer.from(canary('value')).toString('base64') },
  });
  const { id } = created(submitted);
  expect(code(await world.approver.post(`/requests/${id}/approve`))).toBe('200');
  const { body: job } = await agent.call('POST', '/jobs/claim', {});
  expect(code(await agent.call('GET', `/wraps/${job.wraps[0].wrap_id}`))).toBe('200');
  expect(code(await agent.call('POST', `/jobs/${job.id}/complete`, { status: 'succeeded' }))).toBe('204');
  return id;
}
