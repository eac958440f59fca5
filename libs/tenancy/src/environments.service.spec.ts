import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '#libs/permissions';
import { newId } from '#libs/core';
import { environmentKind } from './domain/environment-kind.js';
import type { EnvironmentDeletionHook } from './environment-deletion-hooks.js';
import { ADMIN_GRANT, openTenancyWorld, type TenancyWorld } from './testing/tenancy-world.js';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
let world: TenancyWorld;
let admin: Caller;

beforeAll(async () => {
  world = await openTenancyWorld();
  admin = await world.caller([ADMIN_GRANT]);
});
afterAll(() => world.db.drop());

async function project(teamId: string | null = null): Promise<string> {
  return (await world.projects.create(admin, { name: newId(), description: '', teamId })).id;
}

async function environment(projectId: string, name = 'dev') {
  return world.environments.create(admin, { projectId, name, type: 'dev', riskLevel: 1, description: '' });
}

describe('an environment', () => {
  it.each([
    ['prod', undefined, 'prod'],
    ['uat', undefined, 'non_prod'],
    ['other', undefined, 'non_prod'],
    ['prod', 'non_prod', 'non_prod'],
    ['dev', 'prod', 'prod'],
  ] as const)('of type %s created with kind %s is %s', (type, kind, expected) => {
    expect(environmentKind(type, kind)).toBe(expected);
  });

  it('has the team path of its project', async () => {
    const team = await world.teams.create(admin, { name: 'payments', parentId: null });
    const projectId = await project(team.id);
    const { id } = await environment(projectId);
    expect(await world.places.environment(world.db.database, id)).toEqual({
      environmentId: id,
      name: 'dev',
      kind: 'non_prod',
      projectId,
      projectStatus: 'active',
      teamIds: [team.id],
    });
  });

  it('requires an existing, active project and an unused name', async () => {
    const [projectId, archived] = [await project(), await project()];
    await world.projects.setStatus(admin, archived, 'archived');
    await environment(projectId);
    await expect(environment(UNKNOWN)).rejects.toMatchObject({
      code: 'project_not_found',
      kind: 'not_found',
    });
    await expect(environment(archived)).rejects.toMatchObject({ code: 'project_archived', kind: 'conflict' });
    await expect(environment(projectId)).rejects.toMatchObject({
      code: 'environment_name_exists',
      kind: 'conflict',
    });
    await expect(environment(await project())).resolves.toMatchObject({ name: 'dev' });
  });

  it('is created once by 16 concurrent calls with the same name', async () => {
    const projectId = await project();
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => environment(projectId)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('can change its description and risk level only', async () => {
    const { id } = await environment(await project());
    await world.environments.update(admin, id, { riskLevel: 4 });
    expect(await world.environments.update(admin, id, { description: 'load tests' })).toMatchObject({
      name: 'dev',
      description: 'load tests',
      risk_level: 4,
    });
    await expect(world.environments.update(admin, UNKNOWN, {})).rejects.toMatchObject({
      code: 'environment_not_found',
    });
  });

  it.each(['kind', 'name', 'type', 'project_id'])('cannot change its %s by SQL', async (column) => {
    const { id } = await environment(await project());
    const values: Record<string, string> = {
      kind: 'prod',
      name: 'other',
      type: 'prod',
      project_id: await project(),
    };
    const changing = world.db.database.query(`UPDATE environments SET ${column} = $2 WHERE id = $1`, [
      id,
      values[column],
    ]);
    await expect(changing).rejects.toMatchObject({ code: '23000' });
    const unchanged = world.db.database.query(`UPDATE environments SET ${column} = ${column} WHERE id = $1`, [
      id,
    ]);
    await expect(unchanged).resolves.toEqual([]);
  });

  it('is deleted with its dependents in one transaction', async () => {
    const { id, project_id } = await environment(await project());
    const told: unknown[] = [];
    world.deletionHooks.register({
      beforeEnvironmentDelete: async (tx, deleted, actor) => {
        const rows = await tx.query('SELECT 1 FROM environments WHERE id = $1', [deleted.environmentId]);
        told.push({ ...deleted, actor, stillThere: rows.length === 1 });
      },
    });
    await world.environments.delete(admin, id);
    expect(told).toEqual([
      { environmentId: id, projectId: project_id, actor: `user:${admin.userId}`, stillThere: true },
    ]);
    await expect(world.readModel.getEnvironment(id)).rejects.toMatchObject({ code: 'environment_not_found' });
    expect((await world.audited(`environment:${id}`)).map((event) => event.action)).toEqual([
      'environment.create',
      'environment.delete',
    ]);
    await expect(world.environments.delete(admin, id)).rejects.toMatchObject({
      code: 'environment_not_found',
    });
  });

  it('is kept with its history when a deletion hook refuses', async () => {
    const { id } = await environment(await project());
    const stubborn: EnvironmentDeletionHook = {
      beforeEnvironmentDelete: async (tx, deleted) => {
        await tx.query('UPDATE environments SET risk_level = 0 WHERE id = $1', [deleted.environmentId]);
        if (deleted.environmentId === id) throw new Error('not now');
      },
    };
    world.deletionHooks.register(stubborn);
    await expect(world.environments.delete(admin, id)).rejects.toThrow('not now');
    expect(await world.readModel.getEnvironment(id)).toMatchObject({ risk_level: 1 });
    expect(await world.audited(`environment:${id}`)).toHaveLength(1);
  });

  it('cannot be deleted while it is locked for share', async () => {
    const { id } = await environment(await project());
    const { database } = world.db;
    const locking = database.query('SELECT 1 FROM environments WHERE id = $1 FOR UPDATE NOWAIT', [id]);
    await expect(locking).resolves.toHaveLength(1);
    await database.transaction(async (tx) => {
      expect(await world.places.lockEnvironmentForShare(tx, id)).toMatchObject({ environmentId: id });
      const locked = database.query('SELECT 1 FROM environments WHERE id = $1 FOR UPDATE NOWAIT', [id]);
      await expect(locked).rejects.toMatchObject({ code: '55P03' });
    });
  });
});
