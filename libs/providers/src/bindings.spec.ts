import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Audit } from '#libs/audit';
import { newId } from '#libs/core';
import { recordingRefusals } from '../../audit/src/testing/recording-refusals.js';
import { BindingService } from './bindings.service.js';
import { ProviderConnectionService } from './provider-connections.service.js';
import { ScopedBindingService } from './scoped-bindings.service.js';
import { type ProviderWorld, providerWorld } from './testing/provider-world.js';

let world: ProviderWorld;
beforeAll(async () => {
  world = await providerWorld();
});
afterAll(() => world.end());

const denied = (reason: string): Promise<number> =>
  world.counted('provider_connection_bindings_denied_total', { reason });

/** Runs `work` and says by how much the reason's count grew. */
async function grown(reason: string, work: () => Promise<unknown>): Promise<number> {
  const before = await denied(reason);
  await work();
  return (await denied(reason)) - before;
}

describe('binding as an administrator of integrations', () => {
  const bind = (connectionId: string, projectId: string, environmentId: string | null) =>
    world.get(BindingService).bind(world.admin, { connectionId, projectId, environmentId });

  it('allows a project-wide binding beside one of an environment, each once, and lists both', async () => {
    const connection = await world.connection({ name: 'joined' });
    const { project } = world.places;
    const wide = await bind(connection, project.id, null);
    expect(wide).toMatchObject({ environment_id: null, environment_name: null, environment_kind: null });
    const prod = await bind(connection, project.id, project.prod);
    expect(prod).toMatchObject({
      provider_connection_id: connection,
      project_id: project.id,
      environment_name: 'prod',
      environment_kind: 'prod',
      connection_name: 'joined',
      connection_type: 'vault',
    });
    await expect(bind(connection, project.id, null)).rejects.toMatchObject({ code: 'binding_exists' });
    await expect(bind(connection, project.id, project.prod)).rejects.toMatchObject({
      code: 'binding_exists',
    });
  });

  it('audits and counts what it creates and deletes, with the kind `all` for a project-wide binding', async () => {
    const connection = await world.connection();
    const { project } = world.places;
    const labels = { permission_used: 'integration.edit', env_kind: 'all' };
    const [made, gone] = [
      await world.counted('provider_connection_bindings_created_total', labels),
      await world.counted('provider_connection_bindings_deleted_total', labels),
    ];
    const { id } = await bind(connection, project.id, null);
    await world.get(BindingService).unbind(world.admin, id);
    expect(await world.counted('provider_connection_bindings_created_total', labels)).toBe(made + 1);
    expect(await world.counted('provider_connection_bindings_deleted_total', labels)).toBe(gone + 1);
    const metadata = {
      provider_connection_id: connection,
      project_id: project.id,
      environment_id: null,
      actor_permission_used: 'integration.edit',
    };
    for (const action of ['binding.create', 'binding.delete'])
      expect((await world.audited(action)).at(-1)).toEqual({
        actor: `user:${world.userId}`,
        resource: `binding:${id}`,
        status: 'success',
        metadata,
      });
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['connection_not_found', 'connection_not_found', () => bind(newId(), world.places.project.id, null)],
    [
      'environment_not_in_project',
      'env_not_in_project',
      async () => bind(await world.connection(), world.places.project.id, world.places.elsewhere.dev),
    ],
    [
      'environment_not_in_project',
      'env_not_in_project',
      async () => bind(await world.connection(), world.places.project.id, newId()),
    ],
    [
      'connection_disabled',
      'connection_disabled',
      async () => bind(await world.connection({ status: 'disabled' }), world.places.project.id, null),
    ],
    ['binding_not_found', 'binding_not_found', () => world.get(BindingService).unbind(world.admin, newId())],
  ])('is rejected with %s and counted as %s', async (code, reason, attempt) => {
    expect(await grown(reason, () => expect(attempt()).rejects.toMatchObject({ code }))).toBe(1);
  });

  it('is rejected for an unknown project', async () => {
    const connection = await world.connection();
    await expect(bind(connection, newId(), null)).rejects.toMatchObject({ code: 'project_not_found' });
  });

  it('creates one binding for 64 concurrent calls, for either shape, and deletes it once', async () => {
    const connection = await world.connection();
    const { project } = world.places;
    for (const environmentId of [null, project.dev]) {
      const bound = await settle(64, () => bind(connection, project.id, environmentId));
      expect(bound).toEqual({ done: 1, binding_exists: 63 });
      const sql = `SELECT id FROM provider_connection_bindings
        WHERE connection_id = $1 AND environment_id IS NOT DISTINCT FROM $2`;
      const [row] = await world.db.database.query<{ id: string }>(sql, [connection, environmentId]);
      const unbound = await settle(64, () => world.get(BindingService).unbind(world.admin, row!.id));
      expect(unbound).toEqual({ done: 1, binding_not_found: 63 });
    }
    expect(await world.audited('binding.create')).toHaveLength(
      (await world.audited('binding.delete')).length + 2,
    );
  });
});

/** Starts so many at once and counts how they ended. */
async function settle(count: number, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const ends = await Promise.allSettled(Array.from({ length: count }, work));
  const tally: Record<string, number> = {};
  for (const end of ends) {
    const name = end.status === 'fulfilled' ? 'done' : String((end.reason as { code: string }).code);
    tally[name] = (tally[name] ?? 0) + 1;
  }
  return tally;
}

describe('binding as a binder', () => {
  const bind = (
    caller: ReturnType<ProviderWorld['caller']>,
    connectionId: string,
    projectId: string,
    environmentId: string,
  ) =>
    recordingRefusals(
      world.get(Audit),
      world.get(ScopedBindingService).bind(caller, { projectId, environmentId }, connectionId),
    );
  const binder = () => world.caller(['integration.bind', { team_id: world.places.team }]);

  it('binds and unbinds in a subteam, in any state of the connection', async () => {
    const { childProject } = world.places;
    const connection = await world.connection();
    const row = await bind(binder(), connection, childProject.id, childProject.dev);
    expect(row).toMatchObject({ environment_id: childProject.dev, environment_kind: 'non_prod' });
    expect((await world.audited('binding.create')).at(-1)?.metadata).toMatchObject({
      actor_permission_used: 'integration.bind',
    });
    const change = { self_service_bindable: false, status: 'disabled' } as const;
    await world.get(ProviderConnectionService).update(world.admin, connection, change);
    await world.get(ScopedBindingService).unbind(binder(), childProject.id, row.id);
    expect((await world.audited('binding.delete')).at(-1)).toMatchObject({
      resource: `binding:${row.id}`,
      metadata: { actor_permission_used: 'integration.bind' },
    });
    const labels = { permission_used: 'integration.bind', env_kind: 'non_prod' };
    expect(await world.counted('provider_connection_bindings_deleted_total', labels)).toBe(1);
  });

  it.each<[string, object, string, () => Promise<unknown>]>([
    [
      'prod_binding_not_allowed_for_scope',
      { env_kind: 'prod' },
      'prod_blocked',
      async () => bind(binder(), newId(), world.places.project.id, world.places.project.prod),
    ],
    [
      'environment_not_in_project',
      {},
      'env_not_in_project',
      () => bind(binder(), newId(), world.places.project.id, world.places.childProject.prod),
    ],
    [
      'connection_not_found',
      {},
      'connection_not_found',
      () => bind(binder(), newId(), world.places.project.id, world.places.project.dev),
    ],
    [
      'connection_disabled',
      {},
      'connection_disabled',
      async () => {
        const connection = await world.connection({ status: 'disabled', self_service_bindable: false });
        return bind(binder(), connection, world.places.project.id, world.places.project.dev);
      },
    ],
    [
      'connection_not_self_service_bindable',
      {},
      'not_self_service_bindable',
      async () => {
        const connection = await world.connection({ self_service_bindable: false });
        return bind(binder(), connection, world.places.project.id, world.places.project.dev);
      },
    ],
    [
      'binding_exists',
      {},
      'binding_exists',
      async () => {
        const connection = await world.connection();
        await bind(binder(), connection, world.places.project.id, world.places.project.dev);
        return bind(binder(), connection, world.places.project.id, world.places.project.dev);
      },
    ],
  ])('is rejected with %s %j and counted as %s', async (code, extra, reason, attempt) => {
    const events = await world.audited('binding.denied_out_of_scope');
    expect(await grown(reason, () => expect(attempt()).rejects.toMatchObject({ code, extra }))).toBe(1);
    expect(await world.audited('binding.denied_out_of_scope')).toHaveLength(events.length);
  });

  it('checks coverage before the connection, the environment and its kind', async () => {
    const { elsewhere, project } = world.places;
    const outsiders = [binder(), world.caller(['integration.bind', { project_id: project.id }])];
    for (const caller of outsiders) {
      const attempt = () => bind(caller, newId(), elsewhere.id, elsewhere.prod);
      const count = await grown('out_of_scope', () =>
        expect(attempt()).rejects.toMatchObject({ code: 'out_of_scope_binding', kind: 'forbidden' }),
      );
      expect(count).toBe(1);
      expect((await world.audited('binding.denied_out_of_scope')).at(-1)).toEqual({
        actor: `user:${world.userId}`,
        resource: null,
        status: 'denied',
        metadata: {
          attempted_project_id: elsewhere.id,
          attempted_environment_id: elsewhere.prod,
          actor_permission_attempted: 'integration.bind',
        },
      });
    }
  });

  it('requires integration.bind; integration.edit does not imply it', async () => {
    const { project } = world.places;
    const attempt = bind(world.admin, await world.connection(), project.id, project.dev);
    await expect(attempt).rejects.toMatchObject({ code: 'out_of_scope_binding' });
  });

  it('does not find bindings of another project, nor other projects', async () => {
    const { project, childProject } = world.places;
    const connection = await world.connection();
    const row = await bind(binder(), connection, childProject.id, childProject.dev);
    const unbind = (projectId: string) => world.get(ScopedBindingService).unbind(binder(), projectId, row.id);
    await expect(unbind(project.id)).rejects.toMatchObject({ code: 'binding_not_found', kind: 'not_found' });
    await expect(unbind(newId())).rejects.toMatchObject({ code: 'project_not_found' });
  });

  it('cannot delete a project-wide binding or one in prod', async () => {
    const { project } = world.places;
    const connection = await world.connection();
    const admin = world.get(BindingService);
    const wide = await admin.bind(world.admin, {
      connectionId: connection,
      projectId: project.id,
      environmentId: null,
    });
    const prod = await admin.bind(world.admin, {
      connectionId: connection,
      projectId: project.id,
      environmentId: project.prod,
    });
    const unbind = (id: string) => world.get(ScopedBindingService).unbind(binder(), project.id, id);
    await expect(unbind(wide.id)).rejects.toMatchObject({ code: 'out_of_scope_binding' });
    await expect(unbind(prod.id)).rejects.toMatchObject({
      code: 'prod_binding_not_allowed_for_scope',
      extra: { env_kind: 'prod' },
    });
  });

  it('checks coverage before looking up the binding to delete', async () => {
    const { elsewhere } = world.places;
    const attempt = world.get(ScopedBindingService).unbind(binder(), elsewhere.id, newId());
    await expect(recordingRefusals(world.get(Audit), attempt)).rejects.toMatchObject({
      code: 'out_of_scope_binding',
    });
    expect((await world.audited('binding.denied_out_of_scope')).at(-1)?.metadata).toEqual({
      attempted_project_id: elsewhere.id,
      attempted_environment_id: null,
      actor_permission_attempted: 'integration.bind',
    });
  });
});

describe('the bindings of a project', () => {
  it('are all listed, or those visible in one environment', async () => {
    const { elsewhere } = world.places;
    const connections = [await world.connection(), await world.connection(), await world.connection()];
    const places = [null, elsewhere.dev, elsewhere.prod];
    for (const [index, environmentId] of places.entries())
      await world.get(BindingService).bind(world.admin, {
        connectionId: connections[index]!,
        projectId: elsewhere.id,
        environmentId,
      });
    const list = async (environmentId: string | null) => {
      const page = { limit: 100, after: null };
      const { rows } = await world.get(ScopedBindingService).ofProject(elsewhere.id, environmentId, page);
      return rows.map((row) => row.environment_id);
    };
    expect(await list(null)).toEqual([null, elsewhere.dev, elsewhere.prod]);
    expect(await list(elsewhere.dev)).toEqual([null, elsewhere.dev]);
    await expect(list(world.places.project.dev)).rejects.toMatchObject({
      code: 'environment_not_in_project',
    });
  });
});

describe('the database constraints', () => {
  it('reject a second binding of either shape', async () => {
    const connection = await world.connection();
    const { project } = world.places;
    for (const environmentId of [null, project.dev]) {
      const sql = `INSERT INTO provider_connection_bindings (id, connection_id, project_id, environment_id)
        VALUES ($1, $2, $3, $4)`;
      await world.db.database.query(sql, [newId(), connection, project.id, environmentId]);
      await expect(
        world.db.database.query(sql, [newId(), connection, project.id, environmentId]),
      ).rejects.toThrow('duplicate key');
    }
  });

  it('reject a binding to an environment of another project', async () => {
    const sql = `INSERT INTO provider_connection_bindings (id, connection_id, project_id, environment_id)
      VALUES ($1, $2, $3, $4)`;
    const values = [newId(), await world.connection(), world.places.project.id, world.places.elsewhere.dev];
    await expect(world.db.database.query(sql, values)).rejects.toThrow('violates foreign key');
  });
});
