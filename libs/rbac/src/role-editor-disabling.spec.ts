import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Audit } from '#libs/audit';
import { newId } from '#libs/core';
import { DisablingHooks, type LocalAccounts, UserAdministration, UserSessions, UserStore } from '#libs/users';
import { AdministratorStore } from './administrators.store.js';
import type { Caller } from '#libs/permissions';
import { RoleEditorDisabling } from './role-editor-disabling.js';
import { openRbacWorld, type RbacWorld } from './testing/rbac-world.js';

describe('disabling a user', () => {
  let world: RbacWorld;
  let users: UserAdministration;
  let admin: Caller;
  let editor: string;

  beforeAll(async () => {
    world = await openRbacWorld();
    const { database } = world.db;
    const [hooks, sessions] = [new DisablingHooks(), new UserSessions()];
    new RoleEditorDisabling(hooks, new AdministratorStore()).onModuleInit();
    sessions.register(() => Promise.resolve());
    // Disabling does not use local accounts.
    const accounts = {} as LocalAccounts;
    users = new UserAdministration(database, new UserStore(), accounts, sessions, hooks, new Audit(database));
  });
  beforeEach(async () => {
    await world.db.database.query('DELETE FROM user_roles');
    await world.grant((admin = await world.caller(await world.user())).userId, 'admin');
    editor = (await roleOf('role.edit')).name;
  });
  afterAll(() => world.db.drop());

  const roleOf = async (permission: string) =>
    world.roles.create(await world.caller(admin.userId), {
      name: newId(),
      description: '',
      permissions: [permission],
    });
  const disable = (userId: string) => users.setDisabled(admin, userId, true);
  const isDisabled = async (userId: string) =>
    (
      await world.db.database.query<{ disabled: boolean }>('SELECT disabled FROM users WHERE id = $1', [
        userId,
      ])
    )[0]?.disabled;

  it('is refused for the last holder of role.edit, without effect (D102)', async () => {
    // Neither a disabled holder nor one in a team counts.
    await world.grant(await world.user(true), editor);
    await world.grant(await world.user(), editor, { team_id: await world.team() });
    await expect(disable(admin.userId)).rejects.toMatchObject({ code: 'last_admin', kind: 'conflict' });
    expect(await isDisabled(admin.userId)).toBe(false);
    expect(await world.audited(`user:${admin.userId}`)).toEqual([]);
    await world.grant(await world.user(), editor);
    await expect(disable(admin.userId)).resolves.toMatchObject({ disabled: true });
  });

  it('is allowed for users without a global role.edit, even when no user has one', async () => {
    await world.db.database.query('DELETE FROM user_roles');
    const [nobody, inTeam] = [await world.user(), await world.user()];
    await world.grant(inTeam, editor, { team_id: await world.team() });
    await expect(disable(nobody)).resolves.toMatchObject({ disabled: true });
    await expect(disable(inTeam)).resolves.toMatchObject({ disabled: true });
  });

  it('may remove the last user_role.edit (D14)', async () => {
    await world.grant(await world.user(), editor);
    await expect(disable(admin.userId)).resolves.toMatchObject({ disabled: true });
  });

  it.each(['disabling the other', 'revoking the grant of the other', "emptying the other's role"])(
    'keeps one of two role editors when it runs concurrently with %s',
    async (other) => {
      for (let round = 0; round < 5; round += 1) {
        const [own, second] = [await world.caller(admin.userId), await roleOf('role.edit')];
        await world.db.database.query('DELETE FROM user_roles');
        const people = [await world.user(), await world.user()] as const;
        await world.grant(people[0], editor);
        const grant = await world.grant(people[1], second.name);
        const taking: Record<string, () => Promise<unknown>> = {
          'disabling the other': () => disable(people[1]),
          'revoking the grant of the other': () => world.assignments.revoke(own, grant),
        };
        const take = taking[other] ?? (() => world.roles.setPermissions(own, second.id, []));
        const outcomes = await Promise.allSettled([disable(people[0]), take()]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
        expect(refused.reason).toMatchObject({ code: 'last_admin' });
        await world.grant(admin.userId, 'admin');
      }
    },
  );
});
