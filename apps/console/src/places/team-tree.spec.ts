import { describe, expect, it } from '@jest/globals';
import { pathOf, subtreeOf, teamIdsOf, treeOf } from './team-tree.js';

const team = (id: string, parent: string | null = null) => ({ id, name: id, parent_id: parent });
const TEAMS = [
  team('web', 'core'),
  team('core'),
  team('b10', 'core'),
  team('b9', 'core'),
  team('apps', 'web'),
];

describe('the tree of teams', () => {
  it('has each team below its parent, siblings by name', () => {
    expect(treeOf(TEAMS).map(({ team: { id }, level }) => `${level} ${id}`)).toEqual([
      ...['1 core', '2 b9', '2 b10', '2 web', '3 apps'],
    ]);
    expect(treeOf(TEAMS)[2]).toMatchObject({ position: 2, siblings: 3, hasBelow: false });
  });

  it('makes a root of a team whose parent is not shown', () => {
    expect(treeOf([team('web', 'core')])).toMatchObject([{ level: 1 }]);
  });

  it('returns the ancestors and descendants of a team', () => {
    expect(teamIdsOf(TEAMS, 'apps')).toEqual(['apps', 'web', 'core']);
    expect(teamIdsOf(TEAMS, null)).toEqual([]);
    expect([...subtreeOf(TEAMS, 'web')].sort()).toEqual(['apps', 'web']);
    expect(pathOf(TEAMS, 'apps')).toBe('core › web › apps');
  });

  it('terminates if rows read at different times form a cycle', () => {
    expect(teamIdsOf([team('a', 'b'), team('b', 'a')], 'a')).toEqual(['a', 'b']);
  });
});
