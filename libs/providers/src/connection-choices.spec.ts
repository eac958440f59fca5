import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { BindingService } from './bindings.service.js';
import { ConnectionChoiceService } from './connection-choices.service.js';
import { ProviderConnectionService } from './provider-connections.service.js';
import { type ProviderWorld, providerWorld } from './testing/provider-world.js';

const PAGE = { limit: 100, after: null };
let world: ProviderWorld;
beforeAll(async () => {
  world = await providerWorld();
});
afterAll(() => world.end());

describe('available connections', () => {
  const names = async (list: Promise<{ rows: { name: string }[] }>): Promise<string[]> =>
    (await list).rows.map((row) => row.name);
  let chooser: ConnectionChoiceService;

  beforeAll(async () => {
    chooser = world.get(ConnectionChoiceService);
    const { childProject } = world.places;
    const make = async (name: string, over: object, ...environments: (string | null)[]) => {
      const connectionId = await world.connection({ name, ...over });
      for (const environmentId of environments)
        await world
          .get(BindingService)
          .bind(world.admin, { connectionId, projectId: childProject.id, environmentId });
      return connectionId;
    };
    await make('wide', {}, null);
    await make('dev only', {}, childProject.dev);
    await make('prod only', {}, childProject.prod);
    await make('both', {}, null, childProject.dev);
    await make('free', {});
    await make('kept back', { self_service_bindable: false });
    const sleeping = await make('sleeping', {}, null);
    await world.get(ProviderConnectionService).update(world.admin, sleeping, { status: 'disabled' });
  });

  const developer = () => world.caller(['secret.request', { team_id: world.places.team }]);
  const binder = () => world.caller(['integration.bind', { project_id: world.places.childProject.id }]);

  it('for requests are those bound to the project or any of its environments', async () => {
    const { childProject } = world.places;
    const { rows } = await chooser.forRequests(developer(), childProject.id, null, PAGE);
    expect(rows.map((row) => row.name)).toEqual(['wide', 'dev only', 'prod only', 'both']);
    expect(Object.keys(rows[0]!).sort()).toEqual(['cursor_at', 'id', 'name', 'type']);
  });

  it('for requests in an environment are those visible there', async () => {
    const { childProject } = world.places;
    const list = (environment: string) =>
      names(chooser.forRequests(developer(), childProject.id, environment, PAGE));
    expect(await list(childProject.dev)).toEqual(['wide', 'dev only', 'both']);
    expect(await list(childProject.prod)).toEqual(['wide', 'prod only', 'both']);
  });

  it('are paged', async () => {
    const { childProject } = world.places;
    const first = await chooser.forRequests(developer(), childProject.id, null, { limit: 3, after: null });
    expect([first.rows.length, first.next]).toEqual([3, expect.any(String)]);
  });

  it('for binding are active, bindable by binders, and not yet visible in the environment', async () => {
    const { childProject } = world.places;
    const list = await names(chooser.forBinding(binder(), childProject.id, childProject.dev, PAGE));
    expect(list).toEqual(expect.arrayContaining(['prod only', 'free']));
    for (const name of ['wide', 'dev only', 'both', 'kept back', 'sleeping'])
      expect(list).not.toContain(name);
  });

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'a request without secret.request',
      () => chooser.forRequests(binder(), world.places.childProject.id, null, PAGE),
      { code: 'permission_denied', extra: { permission: 'secret.request' } },
    ],
    [
      'a request for a project that is not covered',
      () => chooser.forRequests(developer(), world.places.elsewhere.id, null, PAGE),
      { code: 'out_of_scope_project' },
    ],
    [
      'a request for a project that does not exist',
      () => chooser.forRequests(developer(), newId(), null, PAGE),
      { code: 'project_not_found' },
    ],
    [
      'a request for an environment of another project',
      () => chooser.forRequests(developer(), world.places.childProject.id, world.places.project.dev, PAGE),
      { code: 'environment_not_in_project' },
    ],
    [
      'a binding without integration.bind',
      () =>
        chooser.forBinding(world.admin, world.places.childProject.id, world.places.childProject.dev, PAGE),
      { code: 'permission_denied', extra: { permission: 'integration.bind' } },
    ],
    [
      'a binding in a project that is not covered',
      () => chooser.forBinding(binder(), world.places.project.id, world.places.project.dev, PAGE),
      { code: 'out_of_scope_binding' },
    ],
    [
      'a binding in prod',
      () => chooser.forBinding(binder(), world.places.childProject.id, world.places.childProject.prod, PAGE),
      { code: 'prod_binding_not_allowed_for_scope', extra: { env_kind: 'prod' } },
    ],
    [
      'a binding in an unknown environment',
      () => chooser.forBinding(binder(), world.places.childProject.id, newId(), PAGE),
      { code: 'environment_not_in_project' },
    ],
  ])('for %s are rejected', async (_, attempt, error) => {
    await expect(attempt()).rejects.toMatchObject(error);
  });
});
