import { describe, expect, it } from '@jest/globals';
import type { Scope } from '#libs/permissions';
import { countsIn, coveredBy, scopesOf } from './grant-scope.js';

const TEAMS = [
  { id: 'ledger', name: 'ledger', parent_id: 'payments' },
  { id: 'payments', name: 'payments', parent_id: 'core' },
  { id: 'core', name: 'core', parent_id: null },
  { id: 'web', name: 'web', parent_id: null },
];
const PROJECTS = [
  { id: 'ledger-api', team_id: 'ledger' },
  { id: 'cards', team_id: 'payments' },
  { id: 'shop', team_id: 'web' },
  { id: 'loose', team_id: null },
];
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('what a grant covers', () => {
  it.each<[Scope, string[], string[]]>([
    [{}, ['ledger', 'payments', 'core', 'web'], ['ledger-api', 'cards', 'shop', 'loose']],
    [{ team_id: 'core' }, ['ledger', 'payments', 'core'], ['ledger-api', 'cards']],
    [{ team_id: 'ledger' }, ['ledger'], ['ledger-api']],
    [{ team_id: 'unknown' }, [], []],
    [{ project_id: 'loose' }, [], ['loose']],
  ])('%j covers the teams %j and the projects %j', (scope, teams, projects) => {
    const covered = coveredBy(scope, TEAMS, PROJECTS);
    expect([ids(covered.teams), ids(covered.projects)]).toEqual([teams, projects]);
  });

  it('includes within a scope only scopable permissions', () => {
    const core = { team_id: 'core' };
    expect([countsIn(core, 'secret.approve'), countsIn(core, 'audit.read')]).toEqual([true, false]);
    expect(countsIn({}, 'audit.read')).toBe(true);
  });

  it('restricts roles that can’t be granted everywhere to their scopes', () => {
    expect(scopesOf('value_provider')).toEqual(['team']);
    expect(scopesOf('developer')).toEqual(['everywhere', 'team', 'project']);
    expect(scopesOf('constructor')).toEqual(['everywhere', 'team', 'project']);
  });
});
