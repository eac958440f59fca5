import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller, Grant } from '#libs/permissions';
import { newId, pageRequest } from '#libs/core';
import { ADMIN_GRANT, openTenancyWorld, type TenancyWorld } from './testing/tenancy-world.js';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
let world: TenancyWorld;
let admin: Caller;

beforeAll(async () => {
  world = await openTenancyWorld();
  admin = await world.caller([ADMIN_GRANT]);
});
afterAll(() => world.db.drop());

function create(caller: Caller, input: { name?: string; teamId?: string | null } = {}) {
  return world.projects.create(caller, {
    name: input.name ?? newId(),
    description: '',
    teamId: input.teamId ?? null,
  });
}

describe('a project', () => {
  it('can be created by any user, who is recorded', async () => {
    const someone = await world.caller();
    const project = await create(someone);
    expect(project).toMatchObject({ created_by: someone.userId, status: 'active', team_id: null });
    expect(await world.audited(`project:${project.id}`)).toMatchObject([
      {
        action: 'project.create',
        actor: `user:${someone.userId}`,
        metadata: { name: project.name, team_id: null },
      },
    ]);
  });

  it('requires an unused name and an existing, active team', async () => {
    const { name } = await create(admin);
    const archived = await world.teams.create(admin, { name: 'old', parentId: null });
    await world.teams.setStatus(admin, archived.id, 'archived');
    await expect(create(admin, { name })).rejects.toMatchObject({
      code: 'project_name_exists',
      kind: 'conflict',
    });
    await expect(create(admin, { teamId: UNKNOWN })).rejects.toMatchObject({ code: 'team_not_found' });
    await expect(create(admin, { teamId: archived.id })).rejects.toMatchObject({ code: 'team_archived' });
  });

  it('under the strict profile requires a grant that covers its team', async () => {
    const team = async (parentId: string | null = null) =>
      (await world.teams.create(admin, { name: newId(), parentId })).id;
    const [parent, other] = [await team(), await team()];
    const child = await team(parent);
    const made = async (teamId: string | null, ...grants: Grant[]) =>
      world.projects
        .create(
          await world.caller(grants),
          { name: newId(), description: '', teamId },
          { inCoveredTeams: true },
        )
        .then(
          ({ team_id }) => team_id,
          (error: { code: string }) => error.code,
        );
    const within = (scope: object): Grant => ({ permission: 'secret.request', scope });
    expect(await made(child)).toBe('out_of_scope_team');
    expect(await made(child, within({ team_id: other }), within({ project_id: newId() }))).toBe(
      'out_of_scope_team',
    );
    expect(await made(parent, within({ team_id: child }))).toBe('out_of_scope_team');
    // In a scope this permission counts nowhere (D13).
    expect(await made(child, { permission: 'audit.read', scope: { team_id: child } })).toBe(
      'out_of_scope_team',
    );
    for (const scope of [{ team_id: child }, { team_id: parent }, {}])
      expect(await made(child, within(scope))).toBe(child);
    expect(await made(child, { permission: 'audit.read', scope: {} })).toBe(child);
    expect(await made(null)).toBe(null);
    expect(await made(UNKNOWN)).toBe('team_not_found');
    await world.teams.setStatus(admin, other, 'archived');
    expect([await made(other), await made(other, within({}))]).toEqual([
      'out_of_scope_team',
      'team_archived',
    ]);
  });

  it.each([
    ['its creator', [], true],
    ['an administrator', [ADMIN_GRANT], false],
  ] as [string, Grant[], boolean][])('is archived and unarchived by %s', async (_, grants, creator) => {
    const caller = await world.caller(grants);
    const { id } = await create(creator ? caller : admin);
    expect(await world.projects.setStatus(caller, id, 'archived')).toMatchObject({ status: 'archived' });
    expect(await world.projects.setStatus(caller, id, 'active')).toMatchObject({ status: 'active' });
  });

  it.each([
    ['a stranger', { permission: 'secret.approve', scope: {} }],
    [
      'someone who grants roles in a team only',
      { permission: 'user_role.edit', scope: { team_id: UNKNOWN } },
    ],
  ] as [string, Grant][])('cannot be archived by %s', async (_, grant) => {
    const { id } = await create(admin);
    const archiving = world.projects.setStatus(await world.caller([grant]), id, 'archived');
    await expect(archiving).rejects.toMatchObject({ code: 'out_of_scope_project', kind: 'forbidden' });
    expect(await world.readModel.getProject(id)).toMatchObject({ status: 'active' });
    expect(await world.audited(`project:${id}`)).toHaveLength(1);
  });

  it('is not found when unknown', async () => {
    await expect(world.projects.setStatus(admin, UNKNOWN, 'archived')).rejects.toMatchObject({
      code: 'project_not_found',
    });
    await expect(world.readModel.getProject(UNKNOWN)).rejects.toMatchObject({ code: 'project_not_found' });
    expect(await world.places.project(world.db.database, UNKNOWN)).toBeNull();
  });

  it('is listed in pages, each once, in order of creation', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await create(admin)).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.readModel.listProjects(pageRequest({ limit: 2, cursor }));
      seen.push(...page.rows.map((row) => row.id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen.filter((id) => made.includes(id))).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('the projects of a caller', () => {
  it('are those covered by any grant, with their environments', async () => {
    const root = await world.teams.create(admin, { name: 'root', parentId: null });
    const leaf = await world.teams.create(admin, { name: 'leaf', parentId: root.id });
    const [inLeaf, named, other] = [
      await create(admin, { teamId: leaf.id }),
      await create(admin),
      await create(admin),
    ];
    const input = { name: 'dev', type: 'dev', riskLevel: 2, description: '' } as const;
    const environment = await world.environments.create(admin, { ...input, projectId: inLeaf.id });
    const reached = async (...grants: Grant[]) =>
      (await world.readModel.listCoveredProjects(grants, pageRequest({ limit: 1000 }))).rows;

    const rows = await reached(
      { permission: 'secret.request', scope: { team_id: root.id } },
      { permission: 'audit.read', scope: { project_id: named.id } },
    );
    expect(rows.map((row) => row.id)).toEqual([inLeaf.id, named.id]);
    expect(rows.map((row) => row.environments)).toEqual([
      [{ id: environment.id, name: 'dev', type: 'dev', kind: 'non_prod', risk_level: 2 }],
      [],
    ]);
    expect(await reached()).toEqual([]);
    const all = (await reached({ permission: 'audit.read', scope: {} })).map((row) => row.id);
    expect(all).toEqual(expect.arrayContaining([inLeaf.id, named.id, other.id]));
  });
});
