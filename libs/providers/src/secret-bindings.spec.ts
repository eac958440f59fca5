import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Audit } from '#libs/audit';
import { DomainError, newId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { ConnectionReadModel } from './connections.read-model.js';
import { recordingRefusals } from '../../audit/src/testing/recording-refusals.js';
import { SecretBindingService } from './secret-bindings.service.js';
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
    const binding = { projectId, environmentId, secretIds: secrets, ...change };
    const bound = world.get(SecretBindingService).bind(caller, binding);
    return recordingRefusals(world.get(Audit), bound).catch((error: unknown) =>
      error instanceof DomainError ? error.code : String(error),
    );
  };
  const binder = () => world.caller(['integration.bind', { project_id: world.places.project.id }]);
  const bound = async (): Promise<string[]> =>
    (
      await world.db.database.query<{ id: string }>(
        'SELECT secret_id AS id FROM environment_secrets WHERE secret_id = ANY ($1::uuid[])',
        [secrets],
      )
    ).map((row) => row.id);
  const boundWith = async (): Promise<string[]> =>
    (
      await world.db.database.query<{ bound_with: string }>(
        'SELECT bound_with FROM environment_secrets WHERE secret_id = ANY ($1::uuid[]) ORDER BY secret_id',
        [secrets],
      )
    ).map((row) => row.bound_with);
  const isProdElsewhere = async (ref: string): Promise<boolean | undefined> => {
    const { id: projectId, dev: environmentId } = world.places.project;
    const place = { connectionId, projectId, environmentId, secretRef: ref };
    return (await world.get(ConnectionReadModel).forRequest(world.db.database, place))?.secretBoundToProd;
  };

  it("binds each once, with one event, and counts new ones; an integrator's binding replaces a binder's", async () => {
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
      [`secret:${secrets[1]}`, { ...place, actor_permission_used: 'integration.edit' }],
    ]);
    expect(await bind(world.admin)).toBe(0);
    expect(await bind(binder())).toBe(0);
    expect(await world.audited('secret.bind')).toHaveLength(before + 3);
    expect(await boundWith()).toEqual(['integration.edit', 'integration.edit']);
  });

  it('treats a ref bound to prod as prod in every other environment, and no other ref', async () => {
    expect(
      await bind(world.admin, { environmentId: world.places.project.prod, secretIds: [secrets[0]] }),
    ).toBe(1);
    expect([await isProdElsewhere('a'), await isProdElsewhere('b')]).toEqual([true, false]);
  });

  it('records an integrator as binder only of what one bound', async () => {
    await bind(binder(), { secretIds: [secrets[0]] });
    await bind(world.admin, { secretIds: [secrets[1]] });
    const { id: projectId, dev: environmentId } = world.places.project;
    const counts = async (secretRef: string) => {
      const place = { connectionId, projectId, environmentId, secretRef };
      const db = world.db.database;
      return (await world.get(ConnectionReadModel).forRequest(db, place))?.secretBoundByIntegrator;
    };
    expect([await counts('a'), await counts('b'), await counts('c')]).toEqual([false, true, false]);
  });

  it('allows a binder to bind secrets not discovered yet, under the standard profile', async () => {
    await world.db.database.query(`UPDATE secrets SET status = 'missing' WHERE id = $1`, [secrets[0]]);
    expect(await bind(binder())).toBe(2);
  });

  it('binds all named secrets or none', async () => {
    expect(await bind(world.admin, { secretIds: [...secrets, newId()] })).toBe('secret_not_found');
    expect(await bound()).toEqual([]);
  });

  it('requires integration.edit, or integration.bind over the project outside of prod', async () => {
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

  it('binds once under concurrent calls', async () => {
    const counts = await Promise.all(Array.from({ length: 16 }, () => bind(world.admin)));
    expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(2);
  });
});

describe('binding secrets under the strict profile', () => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await providerWorld(undefined, 'strict');
  });
  afterAll(() => world.end());

  const binder = () => world.caller(['integration.bind', { team_id: world.places.team }]);
  const outcome = (caller: Caller, place: { id: string; dev: string }, secretIds: string[]) =>
    recordingRefusals(
      world.get(Audit),
      world
        .get(SecretBindingService)
        .bind(caller, { projectId: place.id, environmentId: place.dev, secretIds }),
    ).catch((error: unknown) => (error instanceof DomainError ? error.code : String(error)));

  async function secret(status: 'active' | 'missing'): Promise<string> {
    const id = newId();
    await world.db.database.query(
      `INSERT INTO secrets (id, provider_connection_id, provider, ref, status) VALUES ($1, $2, 'vault', $3, $4)`,
      [id, await world.connection(), id, status],
    );
    return id;
  }
  const bound = async (id: string) =>
    (await world.db.database.query('SELECT 1 FROM environment_secrets WHERE secret_id = $1', [id])).length;

  it('allows a binder to bind only catalogued secrets; one unknown secret rejects the call', async () => {
    const [known, missing] = [await secret('active'), await secret('missing')];
    const { project } = world.places;
    const denials = (await world.audited('binding.denied_out_of_scope')).length;
    expect(await outcome(binder(), project, [known, missing])).toBe('out_of_scope_binding');
    expect([await bound(known), await bound(missing)]).toEqual([0, 0]);
    expect((await world.audited('binding.denied_out_of_scope')).slice(denials)).toMatchObject([
      { status: 'denied', metadata: { attempted_environment_id: project.dev } },
    ]);
    expect(await outcome(binder(), project, [newId()])).toBe('secret_not_found');
    expect(await outcome(binder(), project, [known])).toBe(1);
  });

  it('allows a binder to bind what the same project has bound before; another project does not count', async () => {
    const { project, childProject } = world.places;
    const missing = await secret('missing');
    expect(await outcome(world.admin, childProject, [missing])).toBe(1);
    expect(await outcome(binder(), project, [missing])).toBe('out_of_scope_binding');
    expect(await outcome(world.admin, { id: project.id, dev: project.prod }, [missing])).toBe(1);
    expect(await outcome(binder(), project, [missing])).toBe(1);
  });

  it('allows an integrator to bind any secret', async () => {
    const both = [await secret('active'), await secret('missing')];
    expect(await outcome(world.admin, world.places.project, both)).toBe(2);
  });
});
