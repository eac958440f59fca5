import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestClient } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const NO_ID = '00000000-0000-7000-8000-000000000000';
/** Part of everything that is refused; must be in no answer. */
const CANARY = 'q9canary';

/** The 19 codes of the provider-connection set (D48), each as it comes over HTTP. */
describe('the error table of provider connections', () => {
  let stack: TestStack;
  let world: World;
  let binder: TestClient;
  let outsider: TestClient;
  let elsewhere: { project: string; environment: string };

  beforeAll(async () => {
    stack = await startStack();
    world = await buildWorld(stack);
    const project = created(await world.admin.post('/projects', { name: 'elsewhere' }));
    const environment = created(
      await world.admin.post('/environments', {
        ...{ project_id: project.id, name: 'dev', type: 'dev', risk_level: 0 },
      }),
    );
    elsewhere = { project: project.id, environment: environment.id };
    const binderOf = (name: string, project_id: string) =>
      world.person(name, 'provider_connection_binder', { scope: { project_id } });
    binder = await binderOf('binder', world.project.id);
    outsider = await binderOf('outsider', project.id);
  }, 90_000);
  afterAll(() => stack?.stop());

  const scope = { address: 'https://store.example.test', kvMount: 'secret' };
  const body = (over: object = {}) => ({
    ...{ name: `${Math.random()}`, type: 'vault', cluster_name: 'main', scope },
    ...over,
  });
  const create = (over: object) => world.admin.post('/provider-connections', body(over));
  const made = async (over: object = {}, update: object = {}): Promise<string> => {
    const { id } = created(await create(over));
    expect((await world.admin.put(`/provider-connections/${id}`, update)).status).toBe(200);
    return id;
  };
  const bindings = (project: string) => `/projects/${project}/provider-connection-bindings`;
  const scopedBind = (client: TestClient, connection: string, environment: string | undefined) =>
    client.post(bindings(world.project.id), {
      ...{ provider_connection_id: connection, environment_id: environment },
    });
  const bind = (id: string, environment_id?: string) =>
    world.admin.post(`/provider-connections/${id}/bindings`, {
      project_id: world.project.id,
      environment_id,
    });
  const list = (client: TestClient, query: Record<string, string>) =>
    client.get(`/provider-connections?${new URLSearchParams(query).toString()}`);
  const discover = (id: string) => world.admin.post(`/provider-connections/${id}/discover-now`);
  const bindable = () => made({}, { self_service_bindable: true });

  it.each<[string, number, object, () => Promise<Answer>]>([
    [
      'credential_in_scope',
      400,
      { banned_key: 'Client-Secret' },
      () => create({ scope: { ...scope, nested: [{ 'Client-Secret': CANARY }] } }),
    ],
    [
      'secret_in_scope',
      400,
      { field: 'kvPrefix' },
      () => create({ scope: { ...scope, kvPrefix: `hvs.${CANARY}` } }),
    ],
    [
      'provider_scope_invalid',
      400,
      { missing: ['kvMount'], unknown: ['region', '[redacted]'] },
      () => create({ scope: { address: scope.address, region: CANARY, [`hvs.${CANARY}`]: 'x' } }),
    ],
    [
      'invalid_provider_url',
      400,
      {},
      () => create({ scope: { ...scope, address: `https://${CANARY}@store.test` } }),
    ],
    [
      'invalid_role_arn',
      400,
      {},
      () => create({ type: 'cloud1-sm', scope: { region: 'eu', roleArn: `arn:aws:iam::1:role/${CANARY}` } }),
    ],
    ['discover_requires_cluster', 400, {}, () => create({ cluster_name: null, discover_enabled: true })],
    [
      'connection_name_exists',
      409,
      {},
      async () => {
        await made({ name: CANARY });
        return create({ name: CANARY });
      },
    ],
    ['connection_not_found', 404, {}, () => world.admin.get(`/provider-connections/${NO_ID}`)],
    ['connection_disabled', 409, {}, async () => bind(await made({ status: 'disabled' }))],
    [
      'connection_in_use',
      409,
      { bindings_count: 1, open_requests_count: 0 },
      async () => {
        const id = await made();
        created(await bind(id, world.dev.id));
        return world.admin.delete(`/provider-connections/${id}`);
      },
    ],
    [
      'discovery_already_running',
      409,
      {},
      async () => {
        const id = await made();
        expect((await discover(id)).status).toBe(202);
        return discover(id);
      },
    ],
    ['project_id_required', 400, {}, () => list(outsider, { environment_id: world.dev.id })],
    [
      'environment_id_required',
      400,
      {},
      () => list(outsider, { project_id: world.project.id, for_binding: 'true' }),
    ],
    ['environment_id_required', 400, {}, () => scopedBind(outsider, NO_ID, undefined)],
    ['environment_not_in_project', 400, {}, async () => bind(await made(), elsewhere.environment)],
    [
      'binding_exists',
      409,
      {},
      async () => {
        const id = await made();
        created(await bind(id));
        return bind(id);
      },
    ],
    ['binding_not_found', 404, {}, () => world.admin.delete(`/provider-connection-bindings/${NO_ID}`)],
    [
      'binding_not_found',
      404,
      {},
      async () => {
        const row = created(await scopedBind(binder, await bindable(), world.dev.id));
        return outsider.delete(`${bindings(elsewhere.project)}/${row.id}`);
      },
    ],
    [
      'connection_not_self_service_bindable',
      403,
      {},
      async () => scopedBind(binder, await made(), world.dev.id),
    ],
    [
      'prod_binding_not_allowed_for_scope',
      403,
      { env_kind: 'prod' },
      async () => scopedBind(binder, await bindable(), world.prod.id),
    ],
    ['out_of_scope_binding', 403, {}, async () => scopedBind(outsider, await bindable(), world.prod.id)],
  ])('has %s, %i with %j', async (code, status, extra, attempt) => {
    const answer = await attempt();
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error_code: code, message: expect.any(String), ...extra });
    expect(JSON.stringify(answer.body)).not.toContain(CANARY);
  });

  it('accepts ids in capitals', async () => {
    const [project, environment] = [world.project.id.toUpperCase(), world.dev.id.toUpperCase()];
    const id = await bindable();
    const picker = { project_id: project, environment_id: environment, for_binding: 'true' };
    expect((await list(binder, picker)).body.map((row: { id: string }) => row.id)).toContain(id);
    const row = created(await scopedBind(binder, id.toUpperCase(), environment));
    expect(row).toMatchObject({ provider_connection_id: id, environment_id: world.dev.id });
    const events = await world.admin.get(`/audit-events?action=binding.create&resource=binding:${row.id}`);
    expect(events.body[0].metadata).toEqual({
      ...{ provider_connection_id: id, project_id: world.project.id, environment_id: world.dev.id },
      actor_permission_used: 'integration.bind',
    });
    const other = await made();
    const bound = { project_id: project, environment_id: environment };
    created(await world.admin.post(`/provider-connections/${other}/bindings`, bound));
    expect((await list(world.developer, bound)).body.map((each: { id: string }) => each.id)).toEqual(
      expect.arrayContaining([id, other]),
    );
  });
});
