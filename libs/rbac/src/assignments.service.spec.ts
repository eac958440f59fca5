import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, pageRequest } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { openRbacWorld, type RbacWorld } from './testing/rbac-world.js';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
let world: RbacWorld;
let admin: Caller;

beforeAll(async () => {
  world = await openRbacWorld();
});
beforeEach(async () => {
  await world.db.database.query('DELETE FROM user_roles');
  const userId = await world.user();
  await world.grant(userId, 'admin');
  admin = await world.caller(userId);
});
afterAll(() => world.db.drop());

async function grant(caller: Caller, userId: string, roleName: string, scope?: unknown) {
  return world.assignments.grant(caller, { userId, roleId: await world.role(roleName), scope });
}

describe('granting a role', () => {
  it("takes effect from the user's next request until it is revoked", async () => {
    const [userId, team] = [await world.user(), await world.team()];
    const everywhere = await grant(admin, userId, 'approver');
    const inTeam = await grant(admin, userId, 'value_provider', { team_id: team });
    expect(everywhere).toMatchObject({
      user_id: userId,
      role_name: 'approver',
      scope: {},
      granted_by: `user:${admin.userId}`,
    });
    expect((await world.caller(userId)).grants).toEqual(
      expect.arrayContaining([
        { permission: 'secret.approve', scope: {} },
        { permission: 'audit.read', scope: {} },
        { permission: 'secret.value.provide', scope: { team_id: team } },
      ]),
    );
    await world.assignments.revoke(admin, everywhere.id);
    expect((await world.caller(userId)).grants).toEqual([
      { permission: 'secret.value.provide', scope: { team_id: team } },
    ]);
    await world.assignments.revoke(admin, inTeam.id);
    expect((await world.caller(userId)).grants).toEqual([]);
  });

  it('is audited, and so is its revocation', async () => {
    const [userId, project] = [await world.user(), await world.project()];
    const { id } = await grant(admin, userId, 'policy_author', { project_id: project });
    await world.assignments.revoke(admin, id);
    const metadata = { user_id: userId, role_name: 'policy_author', scope: { project_id: project } };
    expect(await world.audited(`user_role:${id}`)).toMatchObject([
      { action: 'user_role.grant', actor: `user:${admin.userId}`, metadata },
      { action: 'user_role.revoke', actor: `user:${admin.userId}`, metadata },
    ]);
  });

  it.each([
    ['a null scope', 'approver', null, 'scope_invalid', 'invalid'],
    ['an unknown scope key', 'approver', { cluster: UNKNOWN }, 'scope_invalid', 'invalid'],
    ['no scope where the role needs one', 'policy_author', undefined, 'scope_required', 'invalid'],
    [
      'a project where the role needs a team',
      'value_provider',
      { project_id: UNKNOWN },
      'scope_required',
      'invalid',
    ],
    ['an unknown role', UNKNOWN, undefined, 'role_not_found', 'not_found'],
    ['an unknown project', 'approver', { project_id: UNKNOWN }, 'project_not_found', 'not_found'],
    ['an unknown team', 'approver', { team_id: UNKNOWN }, 'team_not_found', 'not_found'],
  ])('is rejected with %s', async (_, role, scope, code, kind) => {
    const userId = await world.user();
    await expect(grant(admin, userId, role, scope)).rejects.toMatchObject({ code, kind });
    expect((await world.caller(userId)).grants).toEqual([]);
  });

  it('is rejected for an unknown user', async () => {
    await expect(grant(admin, UNKNOWN, 'approver')).rejects.toMatchObject({
      code: 'user_not_found',
      kind: 'not_found',
    });
  });

  it('creates one grant for each role and scope, for any number of concurrent calls', async () => {
    const [userId, team] = [await world.user(), await world.team()];
    const asked = Array.from({ length: 16 }, () => grant(admin, userId, 'approver'));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    await expect(grant(admin, userId, 'approver')).rejects.toMatchObject({
      code: 'assignment_exists',
      kind: 'conflict',
    });
    await expect(grant(admin, userId, 'approver', { team_id: team })).resolves.toMatchObject({
      scope: { team_id: team },
    });
  });

  it('coexists with the same grant from the identity provider', async () => {
    const userId = await world.user();
    await world.grant(userId, 'approver', {}, 'system:oidc');
    await expect(grant(admin, userId, 'approver')).resolves.toMatchObject({ scope: {} });
  });
});

describe('a holder of user_role.edit in a team', () => {
  let lead: Caller;
  let team: string;

  beforeEach(async () => {
    team = await world.team();
    const userId = await world.user();
    const role = `lead ${team}`;
    await world.roles.create(admin, {
      name: role,
      description: '',
      permissions: ['user_role.edit', 'secret.request'],
    });
    await world.grant(userId, role, { team_id: team });
    await world.roles.create(admin, {
      name: `asker ${team}`,
      description: '',
      permissions: ['secret.request'],
    });
    lead = await world.caller(userId);
  });

  it("can grant only permissions they hold, within the team's subtree", async () => {
    const below = await world.team(team);
    const project = await world.project(below);
    for (const scope of [{ team_id: team }, { team_id: below }, { project_id: project }]) {
      await expect(grant(lead, await world.user(), `asker ${team}`, scope)).resolves.toMatchObject({ scope });
    }
  });

  it('cannot grant anything outside of the team', async () => {
    const [userId, elsewhere, outside] = [await world.user(), await world.team(), await world.project()];
    const refusal = { code: 'grant_exceeds_own', kind: 'forbidden' };
    for (const scope of [undefined, {}, { team_id: elsewhere }, { project_id: outside }]) {
      await expect(grant(lead, userId, `asker ${team}`, scope)).rejects.toMatchObject(refusal);
    }
    await expect(grant(lead, userId, 'approver', { team_id: team })).rejects.toMatchObject(refusal);
    await expect(grant(lead, lead.userId, 'admin', { team_id: team })).rejects.toMatchObject(refusal);
    expect((await world.caller(userId)).grants).toEqual([]);
  });

  it('can revoke grants within the team only', async () => {
    const userId = await world.user();
    const within = await world.grant(userId, 'approver', { project_id: await world.project(team) });
    const outside = await world.grant(userId, 'approver', { team_id: await world.team() });
    const everywhere = await world.grant(userId, 'approver');
    await world.assignments.revoke(lead, within);
    await expect(world.assignments.revoke(lead, outside)).rejects.toMatchObject({
      code: 'grant_exceeds_own',
    });
    await expect(world.assignments.revoke(lead, everywhere)).rejects.toMatchObject({
      code: 'grant_exceeds_own',
    });
    await expect(world.assignments.revoke(lead, within)).rejects.toMatchObject({
      code: 'assignment_not_found',
    });
  });

  it('loses coverage of a team moved away, and gains coverage of one moved in', async () => {
    const moved = await world.team(team);
    const { database } = world.db;
    await expect(grant(lead, await world.user(), `asker ${team}`, { team_id: moved })).resolves.toBeDefined();
    await database.query('DELETE FROM team_closure WHERE ancestor_id = $1 AND descendant_id = $2', [
      team,
      moved,
    ]);
    const refused = grant(lead, await world.user(), `asker ${team}`, { team_id: moved });
    await expect(refused).rejects.toMatchObject({ code: 'grant_exceeds_own' });
  });
});

describe('the last administrator', () => {
  const administrators = async () => {
    const { rows } = await world.readModel.listAssignments(
      { roleId: await world.role('admin') },
      pageRequest({ limit: 1000 }),
    );
    return rows;
  };

  it('cannot lose the grant, and the refused call has no effect', async () => {
    const [own] = await administrators();
    await expect(world.assignments.revoke(admin, own?.id ?? '')).rejects.toMatchObject({
      code: 'last_admin',
      kind: 'conflict',
    });
    expect(await administrators()).toHaveLength(1);
    expect(await world.audited(`user_role:${own?.id}`)).toEqual([]);
  });

  it('must be enabled and have a global grant', async () => {
    const [own] = await administrators();
    await world.grant(await world.user(true), 'admin');
    await world.grant(await world.user(), 'admin', { team_id: await world.team() });
    await expect(world.assignments.revoke(admin, own?.id ?? '')).rejects.toMatchObject({
      code: 'last_admin',
    });
    await world.grant(await world.user(), 'admin');
    await expect(world.assignments.revoke(admin, own?.id ?? '')).resolves.toBeUndefined();
  });

  it('may lose a second grant of the same role', async () => {
    await world.grant(admin.userId, 'admin', {}, 'system:oidc');
    const rows = await administrators();
    const manual = rows.find((row) => row.granted_by !== 'system:oidc');
    await expect(world.assignments.revoke(admin, manual?.id ?? '')).resolves.toBeUndefined();
  });

  it.each([
    ['role.edit', 'user_role.edit'],
    ['user_role.edit', 'role.edit'],
  ])('keeps %s although another user has %s (D102)', async (kept, other) => {
    const { database } = world.db;
    await database.query('DELETE FROM user_roles');
    const made = await Promise.all(
      [kept, other].map((permission) =>
        world.roles.create(admin, { name: newId(), description: '', permissions: [permission] }),
      ),
    );
    const [ofKept, ofOther] = made.map((role) => role.name) as [string, string];
    const last = await world.grant(await world.user(), ofKept);
    await world.grant(await world.user(), ofOther);
    // Neither a disabled holder nor one in a team counts.
    await world.grant(await world.user(true), ofKept);
    await world.grant(await world.user(), ofKept, { team_id: await world.team() });
    const refused = world.assignments.revoke(admin, last);
    await expect(refused).rejects.toMatchObject({ code: 'last_admin', kind: 'conflict' });
    expect(await world.audited(`user_role:${last}`)).toEqual([]);
    await world.grant(await world.user(), ofKept);
    await expect(world.assignments.revoke(admin, last)).resolves.toBeUndefined();
  });

  it('remains when 64 concurrent calls revoke two administrators', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.db.database.query('DELETE FROM user_roles');
      const users = [await world.user(), await world.user()];
      const ids = [await world.grant(users[0] ?? '', 'admin'), await world.grant(users[1] ?? '', 'admin')];
      const callers = [await world.caller(users[0] ?? ''), await world.caller(users[1] ?? '')];
      const outcomes = await Promise.allSettled(
        Array.from({ length: 64 }, (_, n) =>
          world.assignments.revoke(callers[n % 2] as Caller, ids[(n + 1) % 2] ?? ''),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
      const codes = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
      );
      expect(new Set(codes)).toEqual(new Set(['last_admin', 'assignment_not_found']));
      expect(await administrators()).toHaveLength(1);
    }
  });
});

describe('the lists of assignments', () => {
  it('filter by user and role, and reject an unknown user', async () => {
    const userId = await world.user();
    const id = await world.grant(userId, 'approver');
    await world.grant(userId, 'developer');
    const roleId = await world.role('approver');
    const page = pageRequest({});
    expect((await world.readModel.listAssignments({ userId, roleId }, page)).rows).toMatchObject([
      { id, role_name: 'approver' },
    ]);
    expect((await world.readModel.listAssignmentsOfUser(userId, page)).rows).toHaveLength(2);
    expect((await world.readModel.listAssignments({}, page)).rows).toHaveLength(3);
    await expect(world.readModel.listAssignmentsOfUser(UNKNOWN, page)).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });
});
