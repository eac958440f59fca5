import { describe, expect, it } from '@jest/globals';
import { type Grant, PERMISSION_CATALOG, type Scope } from '#libs/permissions';
import { Conditions } from '#libs/database';
import { seesOnlyOwn, visibleTo } from './visibility.js';

const ID = '01900000-0000-7000-8000-000000000001';
const SCOPES: readonly Scope[] = [{}, { project_id: ID }, { team_id: ID }];
const GRANTS = PERMISSION_CATALOG.flatMap(({ permission }) =>
  SCOPES.map((scope): Grant => ({ permission, scope })),
);

describe('seesOnlyOwn', () => {
  const sql = (grants: readonly Grant[]): string[] =>
    visibleTo({ userId: ID, grants: [...grants] }, new Conditions());

  it.each(GRANTS.map((grant) => [JSON.stringify(grant), grant] as const))(
    'is true exactly when the conditions reduce to the requester: %s and any other',
    (_, grant) => {
      for (const other of GRANTS) {
        const grants = [grant, other];
        expect([seesOnlyOwn({ grants }), grants]).toEqual([
          sql(grants).join() === '(r.requester_id = $1)',
          grants,
        ]);
      }
    },
  );

  it('is true without any grant', () => {
    expect(sql([])).toEqual(['(r.requester_id = $1)']);
    expect(seesOnlyOwn({ grants: [] })).toBe(true);
  });
});
