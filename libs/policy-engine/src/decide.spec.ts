import { describe, expect, it } from '@jest/globals';
import { compile } from './compile.js';
import { decide } from './decide.js';
import type { PolicyRule, Selector } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';
import { aRule, aScope } from './testing/a-rule.js';

const CAP = 9000;
const NON_PROD: Selector = { environment_kind: 'non_prod' };
const winnerOf = (rules: PolicyRule[], scope: PolicyScope = aScope(), cap = CAP) =>
  decide(scope, compile(rules, cap)).winner?.id ?? null;

describe('decide', () => {
  it('has no winner when no rule matches', () => {
    const decision = decide(aScope(), compile([aRule({ selector: { operation: 'patch' } })], CAP));
    expect(decision).toEqual({
      winner: null,
      reasons: [],
      directRevealAllowed: false,
      requiresMfa: false,
      revealTtlSeconds: 60,
      invariantViolated: false,
    });
  });

  it.each([
    ['a user: a rule that names people', 'person', ['all', 'people', 'workloads'], 'people'],
    ['a user: a rule without principal_kind', 'person', ['all', 'workloads'], 'all'],
    ['a user: none for workloads only', 'person', ['workloads'], null],
    ['a workload: a rule that names workloads', 'workload', ['all', 'people', 'workloads'], 'workloads'],
    ['a workload: none without principal_kind', 'workload', ['all', 'people'], null],
    ['an unknown principal: a rule without principal_kind', null, ['all', 'people', 'workloads'], 'all'],
  ] as const)('resolves by principal_kind, for %s', (_, principalKind, names, expected) => {
    const selectors = {
      all: {},
      people: { principal_kind: 'person' },
      workloads: { principal_kind: 'workload' },
    };
    const rules = names.map((id) => aRule({ id, selector: selectors[id] }));
    // The same with enough rules for a split by their keys.
    const many = Array.from({ length: 600 }, (_each, n) =>
      aRule({ priority: 1, selector: { environment: `e${n}`, principal_kind: n % 2 ? 'person' : 'other' } }),
    );
    expect(winnerOf(rules, aScope({ principalKind }))).toBe(expected);
    expect(winnerOf([...rules, ...many], aScope({ principalKind }))).toBe(expected);
  });

  it('ignores disabled rules', () => {
    expect(winnerOf([aRule({ id: 'a', enabled: false, priority: 500 }), aRule({ id: 'b' })])).toBe('b');
  });

  it.each([
    ['project_id', { project_id: 'project' }, { project_id: 'other' }],
    ['environment', { environment: 'dev' }, { environment: 'qa' }],
    ['environment_kind', { environment_kind: 'non_prod' }, { environment_kind: 'prod' }],
    ['environment_id', { environment_id: 'dev-id' }, { environment_id: 'qa-id' }],
    ['provider_type', { provider_type: 'vault' }, { provider_type: 'cloud1-sm' }],
    ['secret_ref_prefix', { secret_ref_prefix: 'apps/w' }, { secret_ref_prefix: 'apps/w/' }],
    ['operation', { operation: 'read' }, { operation: 'patch' }],
    ['type', { type: 'read' }, { type: 'cross_team' }],
  ])('matches %s by equality', (_key, right: Selector, wrong: Selector) => {
    expect(winnerOf([aRule({ id: 'a', selector: right })])).toBe('a');
    expect(winnerOf([aRule({ id: 'a', selector: wrong })])).toBeNull();
  });

  it('matches prefixes only in the prefix key', () => {
    const keys = { project_id: 'proj', environment: 'de', environment_id: 'dev', provider_type: 'va' };
    for (const [key, beginning] of Object.entries(keys))
      expect([key, winnerOf([aRule({ selector: { [key]: beginning } })])]).toEqual([key, null]);
    expect(winnerOf([aRule({ id: 'a', selector: { secret_ref_prefix: 'app' } })])).toBe('a');
  });

  it('does not match a key missing in the scope', () => {
    const empty = aScope({ projectId: null, secretRef: null, operation: null });
    for (const selector of [{ project_id: 'project' }, { secret_ref_prefix: 'a' }, { operation: 'read' }]) {
      expect(winnerOf([aRule({ selector })], empty)).toBeNull();
    }
  });

  it('ranks a higher priority above more keys', () => {
    expect(
      winnerOf([aRule({ id: 'a', priority: 2 }), aRule({ id: 'b', priority: 1, selector: NON_PROD })]),
    ).toBe('a');
  });

  it('ranks more keys above a nearer anchor', () => {
    const rules = [
      aRule({ id: 'platform', selector: { ...NON_PROD, operation: 'read' } }),
      aRule({ id: 'project', projectId: 'project', selector: NON_PROD }),
    ];
    expect(winnerOf(rules)).toBe('platform');
  });

  it('ranks project, nearest team, farther team, platform at equal priority and key count', () => {
    const rules = [
      aRule({ id: 'platform', selector: NON_PROD }),
      aRule({ id: 'far', teamId: 'parent', selector: NON_PROD }),
      aRule({ id: 'near', teamId: 'team', selector: NON_PROD }),
      aRule({ id: 'project', projectId: 'project', selector: NON_PROD }),
    ];
    expect(winnerOf(rules)).toBe('project');
    expect(winnerOf(rules.slice(0, 3))).toBe('near');
    expect(winnerOf(rules.slice(0, 2))).toBe('far');
  });

  it('ranks the older rule first, then the smaller id', () => {
    expect(winnerOf([aRule({ id: 'a', createdAtMicros: 2 }), aRule({ id: 'b', createdAtMicros: 1 })])).toBe(
      'b',
    );
    expect(winnerOf([aRule({ id: 'b', createdAtMicros: 1 }), aRule({ id: 'a', createdAtMicros: 1 })])).toBe(
      'a',
    );
  });

  it('ranks the platform band first, even above a scoped rule left above a lowered cap', () => {
    const rules = [
      aRule({ id: 'scoped', priority: 8000, projectId: 'project', selector: NON_PROD }),
      aRule({ id: 'platform', priority: 5000 }),
    ];
    expect(winnerOf(rules, aScope(), 9000)).toBe('scoped');
    expect(winnerOf(rules, aScope(), 5000)).toBe('platform');
  });

  it('limits a scoped rule to its project or to the projects of its team', () => {
    const rules = [
      aRule({ id: 'project', projectId: 'other', selector: NON_PROD }),
      aRule({ id: 'team', teamId: 'sibling', selector: NON_PROD }),
    ];
    expect(winnerOf(rules)).toBeNull();
    expect(winnerOf(rules, aScope({ projectId: null, teamIds: ['sibling'] }))).toBeNull();
  });

  it('never applies a scoped rule to prod, whatever its selector', () => {
    const prod = aScope({ environmentKind: 'prod' });
    expect(winnerOf([aRule({ teamId: 'team', selector: { operation: 'read' } })], prod)).toBeNull();
    expect(
      winnerOf([aRule({ projectId: 'project', selector: { environment_id: 'dev-id' } })], prod),
    ).toBeNull();
  });

  it('denies direct reveal of prod and reports it', () => {
    const compiled = compile([aRule({ directRevealAllowed: true })], CAP);
    const prod = decide(aScope({ environmentKind: 'prod' }), compiled);
    expect([prod.directRevealAllowed, prod.invariantViolated]).toEqual([false, true]);
    const dev = decide(aScope(), compiled);
    expect([dev.directRevealAllowed, dev.invariantViolated]).toEqual([true, false]);
  });

  it('returns the reasons of the winner', () => {
    const compiled = compile([aRule({ priority: 9500, selector: NON_PROD })], CAP);
    expect(decide(aScope(), compiled).reasons).toEqual([
      'platform rule in the reserved band',
      'priority 9500',
      'matches environment_kind',
    ]);
  });

  it.each([
    ['project rule', { projectId: 'project', selector: NON_PROD }, 'matches environment_kind'],
    [
      'team rule',
      { teamId: 'team', selector: { ...NON_PROD, operation: 'read' } },
      'matches environment_kind, operation',
    ],
    ['platform rule', {}, 'matches everything'],
  ])('returns anchor and matched keys of a %s', (whose, over: Partial<PolicyRule>, matches) => {
    const compiled = compile([aRule({ priority: 7, ...over })], CAP);
    expect(decide(aScope(), compiled).reasons).toEqual([whose, 'priority 7', matches]);
  });

  it('returns the obligations of the winning rule', () => {
    const compiled = compile([aRule({ requiresMfa: true, revealTtlSeconds: 30 })], CAP);
    expect(decide(aScope(), compiled)).toMatchObject({ requiresMfa: true, revealTtlSeconds: 30 });
  });
});
