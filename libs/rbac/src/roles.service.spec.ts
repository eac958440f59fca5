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

const role = (permissions: string[], name: string = newId()) =>
  world.roles.create(admin, { name, description: '', permissions });

describe('a role', () => {
  it('is seeded as in the specification, in seven system rows', async () => {
    const { rows } = await world.readModel.listRoles(pageRequest({}));
    const system = rows.filter((row) => row.is_system).map((row) => [row.name, [...row.permissions].sort()]);
    expect(Object.fromEntries(system)).toEqual({
      admin: [
        'agent.mint',
        'agent.revoke',
        'audit.read',
        'policy.edit',
        'role.edit',
        'secret.approve',
        'secret.request',
        'user_role.edit',
        'workflow.edit',
      ],
      approver: ['audit.read', 'secret.approve'],
      developer: ['audit.read', 'secret.request', 'secret.reveal.direct'],
      value_provider: ['secret.value.provide'],
      security_approver: ['secret.security.approve'],
      provider_connection_binder: ['integration.bind'],
      policy_author: ['policy.author'],
    });
  });

  it('has each permission once, and is audited', async () => {
    const made = await role(['audit.read', 'secret.request', 'audit.read']);
    expect(made).toMatchObject({ permissions: ['secret.request', 'audit.read'], is_system: false });
    await world.roles.setPermissions(admin, made.id, ['secret.approve', 'audit.read']);
    await world.roles.delete(admin, made.id);
    expect(await world.audited(`role:${made.id}`)).toMatchObject([
      {
        action: 'role.create',
        actor: `user:${admin.userId}`,
        metadata: { permissions: ['secret.request', 'audit.read'] },
      },
      { action: 'role.update', metadata: { added: ['secret.approve'], removed: ['secret.request'] } },
      { action: 'role.delete', metadata: { name: made.name } },
    ]);
    await expect(world.readModel.getRole(made.id)).rejects.toMatchObject({ code: 'role_not_found' });
  });

  it('accepts only permissions of the catalog, and names the unknown ones', async () => {
    const refusal = { code: 'permission_unknown', kind: 'invalid', extra: { unknown: ['secret.read', ''] } };
    await expect(role(['audit.read', 'secret.read', '', 'secret.read'])).rejects.toMatchObject(refusal);
    const { id } = await role([]);
    const changing = world.roles.setPermissions(admin, id, ['audit.read', 'secret.read', '']);
    await expect(changing).rejects.toMatchObject(refusal);
    expect((await world.readModel.getRole(id)).permissions).toEqual([]);
  });

  it('has a unique name', async () => {
    await expect(role([], 'approver')).rejects.toMatchObject({ code: 'role_name_exists', kind: 'conflict' });
    const name = newId();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => role([], name)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('cannot be deleted while it is a system role or granted', async () => {
    const { id, name } = await role(['audit.read']);
    const grant = await world.grant(await world.user(), name);
    const deleting = () => world.roles.delete(admin, id);
    await expect(world.roles.delete(admin, await world.role('developer'))).rejects.toMatchObject({
      code: 'system_row',
      kind: 'conflict',
    });
    await expect(deleting()).rejects.toMatchObject({ code: 'role_in_use', kind: 'conflict' });
    await world.assignments.revoke(admin, grant);
    await expect(deleting()).resolves.toBeUndefined();
    await expect(deleting()).rejects.toMatchObject({ code: 'role_not_found', kind: 'not_found' });
  });

  it('is never deleted under a concurrent grant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [{ id }, userId] = [await role(['audit.read']), await world.user()];
      const [deleted, granted] = await Promise.allSettled([
        world.roles.delete(admin, id),
        world.assignments.grant(admin, { userId, roleId: id, scope: undefined }),
      ]);
      const refused = deleted.status === 'rejected' ? deleted : granted;
      expect([deleted.status, granted.status].sort()).toEqual(['fulfilled', 'rejected']);
      const { code } = (refused as PromiseRejectedResult).reason as { code: string };
      expect(code).toBe(refused === deleted ? 'role_in_use' : 'role_not_found');
    }
  });
});

describe('a holder of role.edit alone', () => {
  let editor: Caller;

  beforeEach(async () => {
    const userId = await world.user();
    const { name } = await role(['role.edit', 'secret.request']);
    await world.grant(userId, name);
    editor = await world.caller(userId);
  });

  it('can add permissions they hold globally, and keeps the others', async () => {
    const input = { name: newId(), description: '', permissions: ['secret.request'] };
    await expect(world.roles.create(editor, input)).resolves.toMatchObject({
      permissions: ['secret.request'],
    });
    const { id } = await role(['secret.approve', 'audit.read']);
    const changed = await world.roles.setPermissions(editor, id, ['secret.approve', 'secret.request']);
    expect(changed.permissions).toEqual(['secret.request', 'secret.approve']);
  });

  it('cannot add a permission they lack', async () => {
    const { id } = await role(['secret.request']);
    const refusal = { code: 'grant_exceeds_own', kind: 'forbidden' };
    const input = { name: newId(), description: '', permissions: ['user_role.edit'] };
    await expect(world.roles.create(editor, input)).rejects.toMatchObject(refusal);
    await expect(
      world.roles.setPermissions(editor, id, ['secret.request', 'secret.approve']),
    ).rejects.toMatchObject(refusal);
    await expect(world.roles.setPermissions(editor, UNKNOWN, [])).rejects.toMatchObject({
      code: 'role_not_found',
    });
    expect((await world.readModel.getRole(id)).permissions).toEqual(['secret.request']);
  });

  it('cannot empty the role of the last administrator', async () => {
    const id = await world.role('admin');
    const before = (await world.readModel.getRole(id)).permissions;
    await expect(world.roles.setPermissions(editor, id, ['role.edit'])).rejects.toMatchObject({
      code: 'last_admin',
      kind: 'conflict',
    });
    expect((await world.readModel.getRole(id)).permissions).toEqual(before);
  });

  it('always keeps enough permissions to repair roles through the api (D102)', async () => {
    const { rows } = await world.readModel.listRoles(pageRequest({ limit: 1000 }));
    for (const { id, permissions } of rows)
      for (const kept of [[], ['role.edit'], ['user_role.edit'], ['role.edit', 'user_role.edit']]) {
        const texts = kept.filter((permission) => permissions.includes(permission as never));
        const done = await world.roles.setPermissions(editor, id, texts).then(
          () => true,
          (error: { code: string }) => error.code !== 'last_admin',
        );
        if (done) break;
      }
    const remaining = await world.caller(admin.userId);
    expect(remaining.grants).toEqual([{ permission: 'user_role.edit', scope: {} }]);
    const [own] = (await world.readModel.listAssignments({ userId: editor.userId }, pageRequest({}))).rows;
    const grant = { userId: admin.userId, roleId: own?.role_id ?? '', scope: undefined };
    await world.assignments.grant(remaining, grant);
    const mender = await world.caller(admin.userId);
    const admins = await world.role('admin');
    const before = rows.find((row) => row.id === admins)?.permissions ?? [];
    const mended = await world.roles.setPermissions(mender, admins, before);
    expect(mended.permissions).toEqual(before);
  });

  describe('under the strict profile', () => {
    const strict = { removesOwnOnly: true };
    const refusal = { code: 'grant_exceeds_own', kind: 'forbidden' };

    it('can remove only permissions they hold globally (D95)', async () => {
      const { id } = await role(['secret.approve', 'secret.request']);
      await expect(world.roles.setPermissions(editor, id, [], strict)).rejects.toMatchObject(refusal);
      expect((await world.roles.setPermissions(editor, id, ['secret.approve'], strict)).permissions).toEqual([
        'secret.approve',
      ]);
      expect(await world.audited(`role:${id}`)).toMatchObject([
        { action: 'role.create' },
        { action: 'role.update', metadata: { removed: ['secret.request'] } },
      ]);
    });

    it('cannot delete a role with more permissions than theirs', async () => {
      const [wider, own] = [await role(['secret.approve']), await role(['secret.request'])];
      await expect(world.roles.delete(editor, wider.id, strict)).rejects.toMatchObject(refusal);
      await expect(world.roles.delete(editor, own.id, strict)).resolves.toBeUndefined();
      await expect(world.roles.delete(editor, own.id, strict)).rejects.toMatchObject({
        code: 'role_not_found',
      });
    });

    it('does not restrict a global holder of user_role.edit', async () => {
      const { id } = await role(['secret.value.provide', 'secret.approve']);
      await world.roles.setPermissions(admin, id, ['secret.value.provide'], strict);
      await expect(world.roles.delete(admin, id, strict)).resolves.toBeUndefined();
    });
  });
});

describe('the roles of administrators', () => {
  it.each(['user_role.edit', 'role.edit'])(
    'keep %s in one of two that are emptied concurrently',
    async (kept) => {
      for (let round = 0; round < 5; round += 1) {
        const [first, second] = [await role([kept]), await role([kept])];
        await world.db.database.query('DELETE FROM user_roles');
        await world.grant(await world.user(), first.name);
        await world.grant(await world.user(), second.name);
        const outcomes = await Promise.allSettled(
          [first.id, second.id].map((id) => world.roles.setPermissions(admin, id, [])),
        );
        expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
      }
    },
  );

  it.each(['user_role.edit', 'role.edit'])(
    'keep %s when one is emptied and the grant of the other is revoked concurrently',
    async (kept) => {
      for (let round = 0; round < 5; round += 1) {
        const [first, second] = [await role([kept]), await role([kept])];
        await world.db.database.query('DELETE FROM user_roles');
        await world.grant(await world.user(), first.name);
        const grant = await world.grant(await world.user(), second.name);
        const outcomes = await Promise.allSettled([
          world.roles.setPermissions(admin, first.id, []),
          world.assignments.revoke(admin, grant),
        ]);
        expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
        const refused = outcomes.find((outcome) => outcome.status === 'rejected') as PromiseRejectedResult;
        expect(refused.reason).toMatchObject({ code: 'last_admin' });
      }
    },
  );

  it('can be emptied while another administrator remains, effective from the next request', async () => {
    const { id, name } = await role(['user_role.edit', 'audit.read']);
    const userId = await world.user();
    await world.grant(userId, name);
    await world.roles.setPermissions(admin, id, ['audit.read']);
    expect((await world.caller(userId)).grants).toEqual([{ permission: 'audit.read', scope: {} }]);
  });
});
