import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pageRequest } from '#libs/core';
import type { AssignmentFilter } from './rbac.read-model.js';
import { openRbacWorld, type RbacWorld } from './testing/rbac-world.js';

let world: RbacWorld;
let places: { team: string; below: string; project: string };
beforeAll(async () => {
  world = await openRbacWorld();
  await world.db.database.query('DELETE FROM user_roles');
  const team = await world.team();
  const below = await world.team(team);
  places = { team, below, project: await world.project(below) };
});
afterAll(() => world.db.drop());

describe('the list of grants', () => {
  it('is filtered by place and origin, each alone and combined', async () => {
    const [one, other] = [await world.user(), await world.user()];
    const { team, below, project } = places;
    const names = new Map([
      [await world.grant(one, 'approver', {}, `user:${other}`), 'everywhere'],
      [await world.grant(one, 'admin', {}, 'system:bootstrap'), 'first start'],
      [await world.grant(one, 'developer', {}, 'system:oidc'), 'provider'],
      [await world.grant(one, 'approver', { team_id: team }, `user:${other}`), 'team'],
      [await world.grant(one, 'approver', { team_id: below }, `user:${other}`), 'below'],
      [await world.grant(other, 'approver', { project_id: project }, 'system:oidc'), 'project'],
    ]);
    const listed = async (filter: AssignmentFilter) =>
      (await world.readModel.listAssignments(filter, pageRequest({}))).rows.map(({ id }) => names.get(id));
    expect(await listed({})).toEqual([...names.values()]);
    expect(await listed({ isGlobal: true })).toEqual(['everywhere', 'first start', 'provider']);
    expect(await listed({ isGlobal: false, teamId: team })).toEqual(['team']);
    expect(await listed({ projectId: project })).toEqual(['project']);
    expect(await listed({ origin: 'manual' })).toEqual(['everywhere', 'team', 'below']);
    expect(await listed({ origin: 'bootstrap' })).toEqual(['first start']);
    expect(await listed({ origin: 'oidc', userId: one })).toEqual(['provider']);
    expect(await listed({ origin: 'oidc', projectId: project })).toEqual(['project']);
    expect(await listed({ origin: 'manual', isGlobal: true })).toEqual(['everywhere']);
    expect(await listed({ projectId: project, teamId: team })).toEqual([]);
  });

  it('is paged newest first, too', async () => {
    const { rows } = await world.readModel.listAssignments({}, pageRequest({}));
    const newest = (query: { limit?: number; cursor?: string }) =>
      world.readModel.listAssignments({}, pageRequest(query), '-created_at');
    const first = await newest({ limit: 4 });
    const second = await newest({ cursor: first.next! });
    expect([...first.rows, ...second.rows]).toEqual(rows.toReversed());
  });
});
