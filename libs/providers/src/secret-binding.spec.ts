import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '#libs/http';
import type { Caller } from '#libs/rbac';
import { ConnectionReadModel } from './connection.read-model.js';
import { SecretBindingService } from './secret-binding.service.js';
import { type ProviderWorld, providerWorld } from './testing/provider-world.js';

describe('binding secrets to environments', () => {
  let world: ProviderWorld;
  let connectionId: string;
  let secrets: string[];

  beforeAll(async () => {
    world = await providerWorld();
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    connectionId = await world.connection();
    secrets = [await secret('a'), await secret('b')];
  });

  async function secret(ref: string): Promise<string> {
    const id = newId();
    await world.db.database.query(
      `INSERT INTO secrets (id, provider_connection_id, provider, ref) VALUES ($1, $2, 'vault', $3)`,
      [id, connectionId, ref],
    );
    return id;
  }

  const bind = (caller: Caller, change: object = {}): Promise<number | string> => {
    const { id: projectId, dev: environmentId } = world.places.project;
    return world
      .get(SecretBindingService)
      .bind(caller, { projectId, environmentId, secretIds: secrets, ...change })
      .catch((error: unknown) => (error instanceof DomainError ? error.code : String(error)));
  };
  const binder = () => world.caller(['integration.bind', { project_id: world.places.project.id }]);
  const bound = async (): Promise<string[]> =>
    (
      await world.db.database.query<{ id: string }>(
        'SELECT secret_id AS id FROM environment_secrets WHERE secret_id = ANY ($1::uuid[])',
        [secrets],
      )
    ).map((row) => row.id);
  const isProdElsewhere = async (ref: string): Promise<boolean | undefined> => {
    const { id: projectId, dev: environmentId } = world.places.project;
    const place = { connectionId, projectId, environmentId, secretRef: ref };
    return (await world.get(ConnectionReadModel).forRequest(world.db.database.manager, place))
      ?.secretBoundToProd;
  };

  it('binds each once, with one event, and counts what was new', async () => {
    const before = (await world.audited('secret.bind')).length;
    expect(await bind(world.admin, { secretIds: [secrets[0]] })).toBe(1);
    expect(await bind(binder())).toBe(1);
    expect(await bind(world.admin)).toBe(0);
    expect((await bound()).sort()).toEqual([...secrets].sort());
    const events = (await world.audited('secret.bind')).slice(before);
    const place = { project_id: world.places.project.id, environment_id: world.places.project.dev };
    expect(events.map(({ resource, metadata }) => [resource, metadata])).toEqual([
      [`secret:${secrets[0]}`, { ...place, actor_permission_used: 'integration.edit' }],
      [`secret:${secrets[1]}`, { ...place, actor_permission_used: 'integration.bind' }],
    ]);
  });

  it('makes a ref that is bound to prod prod in every other environment, and no other ref', async () => {
    expect(
      await bind(world.admin, { environmentId: world.places.project.prod, secretIds: [secrets[0]] }),
    ).toBe(1);
    expect([await isProdElsewhere('a'), await isProdElsewhere('b')]).toEqual([true, false]);
  });

  it('binds all that is named or nothing', async () => {
    expect(await bind(world.admin, { secretIds: [...secrets, newId()] })).toBe('secret_not_found');
    expect(await bound()).toEqual([]);
  });

  it('is for integration.edit everywhere, and for integration.bind over the project, but not in its prod', async () => {
    const { elsewhere, project } = world.places;
    const other = world.caller(['integration.bind', { project_id: elsewhere.id }]);
    const scopedEdit = world.caller(['integration.edit', { project_id: project.id }]);
    expect(await bind(other)).toBe('out_of_scope_binding');
    expect(await bind(other, { environmentId: newId(), secretIds: [newId()] })).toBe('out_of_scope_binding');
    expect(await bind(scopedEdit)).toBe('out_of_scope_binding');
    expect((await world.audited('binding.denied_out_of_scope')).at(-1)?.metadata).toEqual({
      attempted_project_id: project.id,
      attempted_environment_id: project.dev,
      actor_permission_attempted: 'integration.bind',
    });
    expect(await bind(binder(), { environmentId: project.prod })).toBe('prod_binding_not_allowed_for_scope');
    expect(await bind(binder(), { environmentId: elsewhere.dev })).toBe('environment_not_in_project');
    expect(await bind(world.admin, { projectId: newId() })).toBe('project_not_found');
    expect(await bound()).toEqual([]);
  });

  it('binds once when asked many times at once', async () => {
    const counts = await Promise.all(Array.from({ length: 16 }, () => bind(world.admin)));
    expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(2);
  });
});
