import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pageRequest } from '#libs/core';
import { openRbacWorld, type RbacWorld } from './testing/rbac-world.js';

let world: RbacWorld;

beforeAll(async () => {
  world = await openRbacWorld();
});
afterAll(() => world.db.drop());

const { stringify } = JSON;
const reconcile = (userId: string, ...roles: string[]) =>
  world.db.database.transaction((tx) => world.system.reconcile(tx, userId, roles));

async function rolesOf(userId: string): Promise<string[]> {
  const { rows } = await world.readModel.listAssignmentsOfUser(userId, pageRequest({}));
  return rows.map((row) => `${row.role_name} ${stringify(row.scope)} ${row.granted_by}`).sort();
}

describe('grants of an identity provider’s groups', () => {
  it('follow the groups and leave other grants unchanged', async () => {
    const [userId, team] = [await world.user(), await world.team()];
    await world.grant(userId, 'developer', {}, 'user:someone');
    await world.grant(userId, 'value_provider', { team_id: team }, 'user:someone');
    const kept = ['developer {} user:someone', `value_provider {"team_id":"${team}"} user:someone`];

    expect(await reconcile(userId, 'approver', 'developer')).toEqual({
      added: ['approver', 'developer'],
      removed: [],
      skipped: [],
    });
    expect(await rolesOf(userId)).toEqual(
      ['approver {} system:oidc', ...kept, 'developer {} system:oidc'].sort(),
    );
    expect(await reconcile(userId, 'approver')).toEqual({ added: [], removed: ['developer'], skipped: [] });
    expect(await reconcile(userId)).toEqual({ added: [], removed: ['approver'], skipped: [] });
    expect(await rolesOf(userId)).toEqual(kept);
  });

  it('skip roles that do not exist or require a scope', async () => {
    const userId = await world.user();
    const outcome = await reconcile(userId, 'nonesuch', 'policy_author', 'approver', 'nonesuch');
    expect(outcome).toEqual({ added: ['approver'], removed: [], skipped: ['nonesuch', 'policy_author'] });
  });

  it("may remove the last administrator's grant", async () => {
    const userId = await world.user();
    await reconcile(userId, 'admin');
    expect(await reconcile(userId)).toMatchObject({ removed: ['admin'] });
  });
});

describe('the bootstrap administrator', () => {
  it('is granted once, over any number of boots', async () => {
    const userId = await world.user();
    const boot = () => world.db.database.transaction((tx) => world.system.ensureAdministrator(tx, userId));
    await Promise.all([boot(), boot(), boot(), boot()]);
    await boot();
    expect(await rolesOf(userId)).toEqual(['admin {} system:bootstrap']);
    const { rows } = await world.readModel.listAssignmentsOfUser(userId, pageRequest({}));
    expect(await world.audited(`user_role:${rows[0]?.id}`)).toMatchObject([
      { action: 'user_role.grant', actor: 'system:bootstrap' },
    ]);
  });
});
