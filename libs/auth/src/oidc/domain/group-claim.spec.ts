import { describe, expect, it } from '@jest/globals';
import { readGroupClaim, rolesOfGroups } from './group-claim.js';

describe('readGroupClaim', () => {
  it.each([
    [{ groups: ['a', 'b'] }, { kind: 'groups', groups: ['a', 'b'] }],
    [{ groups: [] }, { kind: 'groups', groups: [] }],
    [{ groups: 'a' }, { kind: 'groups', groups: ['a'] }],
    [{}, { kind: 'groups', groups: [] }],
    // The claim itself wins over a marker beside it.
    [
      { groups: ['a'], hasgroups: true },
      { kind: 'groups', groups: ['a'] },
    ],
    [{ hasgroups: false }, { kind: 'groups', groups: [] }],
    [{ _claim_names: { address: 'src1' } }, { kind: 'groups', groups: [] }],
    [{ _claim_names: { groups: 'src1' } }, { kind: 'elsewhere' }],
    [{ hasgroups: true }, { kind: 'elsewhere' }],
    [{ hasgroups: 'true' }, { kind: 'elsewhere' }],
    [{ groups: null }, { kind: 'malformed' }],
    [{ groups: { a: true } }, { kind: 'malformed' }],
    [{ groups: ['a', 1] }, { kind: 'malformed' }],
    [{ groups: 7 }, { kind: 'malformed' }],
  ])('reads %j as %j', (claims, expected) => expect(readGroupClaim(claims, 'groups')).toEqual(expected));

  it('reads only the configured name, and no inherited property', () => {
    expect(readGroupClaim({ 'https://x/roles': ['a'] }, 'https://x/roles')).toEqual({
      kind: 'groups',
      groups: ['a'],
    });
    expect(readGroupClaim({}, 'constructor')).toEqual({ kind: 'groups', groups: [] });
  });
});

describe('rolesOfGroups', () => {
  it('returns the mapped roles without duplicates', () => {
    const map = { devs: 'developer', all: 'developer', leads: 'approver' };
    expect(rolesOfGroups(['devs', 'all', 'unmapped', 'leads'], map)).toEqual(['developer', 'approver']);
    expect(rolesOfGroups([], map)).toEqual([]);
  });

  it('ignores inherited property names', () => {
    expect(rolesOfGroups(['constructor', '__proto__', 'toString'], {})).toEqual([]);
  });
});
