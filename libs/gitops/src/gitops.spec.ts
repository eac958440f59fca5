import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { FIRST_PAGE, GitopsWorld } from './testing/gitops-world.js';

let world: GitopsWorld;
beforeAll(async () => {
  world = await GitopsWorld.open();
});
afterAll(() => world.end());

const actor = (): string => `user:${world.caller.userId}`;

describe('Argo CD endpoints', () => {
  it('are registered with an audit event', async () => {
    const input = { name: 'main', clusterName: 'north', baseUrl: 'https://argo.test/cd', enabled: true };
    const row = await world.endpoints.create(world.caller, input);
    expect(row).toMatchObject({
      name: 'main',
      cluster_name: 'north',
      base_url: 'https://argo.test/cd',
      enabled: true,
      last_observed_at: null,
    });
    expect(await world.events('gitops.endpoint.create')).toContainEqual({
      actor: actor(),
      resource: `argocd_endpoint:${row.id}`,
      metadata: { name: 'main', cluster_name: 'north' },
    });
  });

  it('are sent to agents of their cluster while enabled', async () => {
    const id = await world.endpoint('south');
    await world.endpoint('elsewhere');
    const watched = [{ id, baseUrl: 'https://argocd.example.test' }];
    expect(await world.readModel.watchedIn('south')).toEqual(watched);
    expect(await world.endpoints.setEnabled(world.caller, id, false)).toMatchObject({ id, enabled: false });
    expect(await world.readModel.watchedIn('south')).toEqual([]);
    await world.endpoints.setEnabled(world.caller, id, true);
    expect(await world.readModel.watchedIn('south')).toEqual(watched);
    const events = (await world.events('gitops.endpoint.update')).map(({ metadata }) => metadata);
    expect(events).toEqual([{ enabled: false }, { enabled: true }]);
  });

  it('are deleted with their mappings, each with an event, and with their observations', async () => {
    const [id, place] = [await world.endpoint(), await world.place()];
    const mapping = await world.mappings.create(world.caller, { endpointId: id, appName: 'shop', ...place });
    await world.endpoints.delete(world.caller, id);
    const deleted = (await world.events('gitops.mapping.delete')).map(({ resource }) => resource);
    expect(deleted).toContain(`gitops_app_mapping:${mapping.id}`);
    expect(await world.events('gitops.endpoint.delete')).toContainEqual(
      expect.objectContaining({ actor: actor(), resource: `argocd_endpoint:${id}` }),
    );
    const rows = (await world.readModel.mappings(FIRST_PAGE)).rows.map((row) => row.id);
    expect(rows).not.toContain(mapping.id);
  });

  it('are not found when unknown, without an event', async () => {
    const before = await world.count('audit_events');
    const unknown = newId();
    const refusal = { code: 'argocd_endpoint_not_found' };
    await expect(world.endpoints.setEnabled(world.caller, unknown, true)).rejects.toMatchObject(refusal);
    await expect(world.endpoints.delete(world.caller, unknown)).rejects.toMatchObject(refusal);
    await expect(world.readModel.applications(unknown, FIRST_PAGE)).rejects.toMatchObject(refusal);
    expect(await world.count('audit_events')).toBe(before);
  });
});

describe('mappings', () => {
  it('assign an application to an environment once', async () => {
    const [endpointId, place, other] = [await world.endpoint(), await world.place(), await world.place()];
    const mapping = { endpointId, appName: 'shop', ...place };
    const made = await world.mappings.create(world.caller, mapping);
    expect(made).toMatchObject({
      argocd_endpoint_id: endpointId,
      app_name: 'shop',
      project_id: place.projectId,
      environment_id: place.environmentId,
    });
    await expect(world.mappings.create(world.caller, mapping)).rejects.toMatchObject({
      code: 'mapping_exists',
    });
    await world.mappings.create(world.caller, { ...mapping, ...other });
    await world.mappings.create(world.caller, { ...mapping, appName: 'shop-canary' });
    expect(await world.events('gitops.mapping.create')).toContainEqual({
      actor: actor(),
      resource: `gitops_app_mapping:${made.id}`,
      metadata: {
        argocd_endpoint_id: endpointId,
        app_name: 'shop',
        project_id: place.projectId,
        environment_id: place.environmentId,
      },
    });
  });

  it('are created once by sixteen concurrent calls, with one event', async () => {
    const [endpointId, place] = [await world.endpoint(), await world.place()];
    const before = (await world.events('gitops.mapping.create')).length;
    const tries = Array.from({ length: 16 }, () =>
      world.mappings.create(world.caller, { endpointId, appName: 'race', ...place }).then(
        () => 'made',
        (error: { code: string }) => error.code,
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((each) => each === 'made')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'mapping_exists')).toHaveLength(15);
    expect(await world.events('gitops.mapping.create')).toHaveLength(before + 1);
  });

  it('require an endpoint, a project, and one of its environments', async () => {
    const [endpointId, place, other] = [await world.endpoint(), await world.place(), await world.place()];
    const mapping = { endpointId, appName: 'shop', ...place };
    const refused = async (change: Partial<typeof mapping>, code: string): Promise<void> =>
      expect(world.mappings.create(world.caller, { ...mapping, ...change })).rejects.toMatchObject({ code });
    await refused({ endpointId: newId() }, 'argocd_endpoint_not_found');
    await refused({ projectId: newId() }, 'project_not_found');
    await refused({ environmentId: newId() }, 'environment_not_in_project');
    await refused({ environmentId: other.environmentId }, 'environment_not_in_project');
  });

  it('are deleted once', async () => {
    const [endpointId, place] = [await world.endpoint(), await world.place()];
    const { id } = await world.mappings.create(world.caller, { endpointId, appName: 'shop', ...place });
    await world.mappings.delete(world.caller, id);
    await expect(world.mappings.delete(world.caller, id)).rejects.toMatchObject({
      code: 'mapping_not_found',
    });
    const events = (await world.events('gitops.mapping.delete')).map(({ resource }) => resource);
    expect(events.filter((resource) => resource === `gitops_app_mapping:${id}`)).toHaveLength(1);
  });

  it('are deleted with their environment, each with an event, and no others are', async () => {
    const [endpointId, place, other] = [await world.endpoint(), await world.place(), await world.place()];
    const mine = await world.mappings.create(world.caller, { endpointId, appName: 'a', ...place });
    const others = await world.mappings.create(world.caller, { endpointId, appName: 'a', ...other });
    world.environmentMappings.onModuleInit();
    await world.db.database.transaction((tx) =>
      world.deletionHooks.run(tx, place, `user:${world.caller.userId}`),
    );
    const ids = (await world.readModel.mappings(FIRST_PAGE)).rows.map(({ id }) => id);
    expect(ids).toContain(others.id);
    expect(ids).not.toContain(mine.id);
    const events = (await world.events('gitops.mapping.delete')).map(({ resource }) => resource);
    expect(events).toContain(`gitops_app_mapping:${mine.id}`);
  });
});
