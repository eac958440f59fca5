import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdsAt, holdsGlobally, type Permission, type Scope } from '#libs/permissions';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { holdsSql } from './holds-sql.js';

describe('holdsSql', () => {
  let test: TestDatabase;
  const [company, sales, platform, shop, lone] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  beforeAll(async () => {
    test = await createTestDatabase();
    const author = await person();
    for (const id of [company, sales, platform])
      await sql(`INSERT INTO teams (id, name) VALUES ($1::uuid, $1::text)`, id);
    for (const [above, below, depth] of [
      [company, company, 0],
      [sales, sales, 0],
      [platform, platform, 0],
      [company, sales, 1],
    ])
      await sql(
        'INSERT INTO team_closure (ancestor_id, descendant_id, depth) VALUES ($1, $2, $3)',
        above,
        below,
        depth,
      );
    for (const [id, team] of [
      [shop, sales],
      [lone, null],
    ])
      await sql(
        'INSERT INTO projects (id, name, team_id, created_by) VALUES ($1::uuid, $1::text, $2, $3)',
        id,
        team,
        author,
      );
  });
  afterAll(() => test.drop());

  const sql = <Row>(text: string, ...parameters: unknown[]) => test.database.query<Row>(text, parameters);

  async function person(permission?: Permission, scope: Scope = {}): Promise<string> {
    const id = randomUUID();
    await sql(
      `INSERT INTO users (id, email, email_key, kind) VALUES ($1::uuid, $1::text, $1::text, 'oidc')`,
      id,
    );
    if (!permission) return id;
    await sql(
      `WITH role AS (INSERT INTO roles (id, name, description, permissions) VALUES ($1::uuid, $1::text, '', ARRAY[$2]) RETURNING id)
        INSERT INTO user_roles (id, user_id, role_id, project_id, team_id, granted_by) SELECT id, $1, id, $3, $4, 'system:test' FROM role`,
      ...[id, permission, scope.project_id ?? null, scope.team_id ?? null],
    );
    return id;
  }

  async function holds(userId: string, project: string | null, lock?: 'for_share'): Promise<boolean> {
    const place = project === null ? null : { projectId: 'p.id', teamId: 'p.team_id' };
    const condition = holdsSql('$1::uuid', "'secret.approve'", place, lock);
    const from = project === null ? '' : `FROM projects p WHERE p.id = '${project}'`;
    const [row] = await sql<{ holds: boolean }>(`SELECT ${condition} AS holds ${from}`, userId);
    return row!.holds;
  }

  const places = [
    { projectId: shop, teamIds: [sales, company] },
    { projectId: lone, teamIds: [] },
  ];

  it.each<[string, Permission, Scope]>([
    ['everywhere', 'secret.approve', {}],
    ['in the project', 'secret.approve', { project_id: shop }],
    ['in another project', 'secret.approve', { project_id: lone }],
    ["in the project's team", 'secret.approve', { team_id: sales }],
    ['in a team above', 'secret.approve', { team_id: company }],
    ['in a team aside', 'secret.approve', { team_id: platform }],
    ['to do something else', 'secret.request', {}],
  ])('agrees with holdsAt for a grant %s', async (_, permission, scope) => {
    const grants = [{ permission, scope }];
    const userId = await person(permission, scope);
    for (const place of places) {
      const expected = holdsAt(grants, 'secret.approve', place);
      expect([place, await holds(userId, place.projectId)]).toEqual([place, expected]);
      expect(await holds(userId, place.projectId, 'for_share')).toBe(expected);
    }
    expect(await holds(userId, null)).toBe(holdsGlobally(grants, 'secret.approve'));
  });

  it('is false for a disabled user, whatever their grants', async () => {
    const userId = await person('secret.approve');
    await sql('UPDATE users SET disabled = true WHERE id = $1', userId);
    expect([await holds(userId, shop), await holds(userId, null)]).toEqual([false, false]);
  });
});
