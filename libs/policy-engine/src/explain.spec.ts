import { describe, expect, it } from '@jest/globals';
import { compile } from './compile.js';
import { decide } from './decide.js';
import { decisionOf, explain } from './explain.js';
import type { PolicyRule } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';
import { aRule, aScope } from './testing/a-rule.js';

const NON_PROD = { environment_kind: 'non_prod' };

describe('explain', () => {
  it('lists every candidate rule in order, with outcome and reason', () => {
    const rules = [
      aRule({ name: 'disabled', enabled: false, priority: 900 }),
      aRule({ name: 'patch only', selector: { operation: 'patch', type: 'patch' }, priority: 800 }),
      aRule({ name: 'low', priority: 1 }),
      aRule({ name: 'few keys' }),
      aRule({ name: 'platform', selector: NON_PROD }),
      aRule({ name: 'winner', projectId: 'project', selector: NON_PROD }),
      aRule({ name: 'younger', projectId: 'project', selector: NON_PROD }),
      aRule({ name: 'elsewhere', projectId: 'other', selector: NON_PROD }),
    ];
    const told = explain(aScope(), compile(rules, 9000)).map(({ rule, outcome, reason }) => [
      rule.name,
      outcome,
      reason,
    ]);
    expect(told).toEqual([
      ['winner', 'won', 'first of the rules that match'],
      ['younger', 'outranked', 'newer rule'],
      ['platform', 'outranked', 'farther anchor'],
      ['few keys', 'outranked', 'fewer selector keys'],
      ['low', 'outranked', 'lower priority'],
      ['disabled', 'no_match', 'the rule is disabled'],
      ['patch only', 'no_match', 'does not match operation, type'],
    ]);
  });

  it('reports when the reserved band decided, and when prod excludes a scoped rule', () => {
    const rules = [
      aRule({ name: 'scoped', priority: 8000, projectId: 'project', selector: NON_PROD }),
      aRule({ name: 'band', priority: 5000 }),
      aRule({ name: 'by id', projectId: 'project', selector: { environment_id: 'dev-id' } }),
    ];
    const compiled = compile(rules, 5000);
    expect(explain(aScope(), compiled).find(({ rule }) => rule.name === 'scoped')?.reason).toBe(
      'a platform rule of the reserved band comes first',
    );
    const onProd = explain(aScope({ environmentKind: 'prod' }), compiled);
    expect(onProd.find(({ rule }) => rule.name === 'by id')?.reason).toBe(
      'a scoped rule governs non-prod environments only',
    );
  });

  it('reports the winner first in the reserved band, and the id as tie-breaker of equally old rules', () => {
    const rules = [
      aRule({ id: 'a', priority: 5000, createdAtMicros: 1 }),
      aRule({ id: 'b', priority: 5000, createdAtMicros: 1 }),
    ];
    expect(explain(aScope(), compile(rules, 5000)).map(({ reason }) => reason)).toEqual([
      'first in the reserved platform band',
      'later id',
    ]);
  });

  it('lists the rules of every team above the project, and none without a project', () => {
    const rules = [
      aRule({ name: 'team', teamId: 'team', selector: NON_PROD }),
      aRule({ name: 'parent', teamId: 'parent', selector: NON_PROD }),
      aRule({ name: 'platform', selector: NON_PROD }),
    ];
    const namesFor = (scope: PolicyScope) =>
      explain(scope, compile(rules, 9000)).map(({ rule, outcome }) => `${rule.name} ${outcome}`);
    expect(namesFor(aScope())).toEqual(['team won', 'parent outranked', 'platform outranked']);
    expect(namesFor(aScope({ projectId: null }))).toEqual(['platform won']);
  });

  describe('with a draft', () => {
    const rules = [
      aRule({ id: 'stored', name: 'stored', projectId: 'project', selector: NON_PROD }),
      aRule({ name: 'platform', priority: 50 }),
    ];
    const told = (draft: Partial<PolicyRule>, scope = aScope()) =>
      explain(scope, compile(rules, 9000), aRule({ name: 'draft', ...draft })).map(
        ({ rule, outcome, reason }) => [rule.name, outcome, reason],
      );

    it('ranks a new rule among those of its anchor, by age after those of its tier', () => {
      expect(told({ projectId: 'project', selector: NON_PROD })).toEqual([
        ['stored', 'won', 'first of the rules that match'],
        ['draft', 'outranked', 'newer rule'],
        ['platform', 'outranked', 'lower priority'],
      ]);
      expect(told({ priority: 9000 })[0]).toEqual(['draft', 'won', 'first in the reserved platform band']);
    });

    it('takes it in place of the stored rule that has its id', () => {
      expect(told({ id: 'stored', projectId: 'project', selector: NON_PROD, enabled: false })).toEqual([
        ['platform', 'won', 'first of the rules that match'],
        ['draft', 'no_match', 'the rule is disabled'],
      ]);
    });

    it('leaves out a rule of another project or team', () => {
      for (const elsewhere of [{ projectId: 'other' }, { teamId: 'other' }])
        expect(told({ ...elsewhere, priority: 900 }).map(([name]) => name)).toEqual(['stored', 'platform']);
      const nowhere = aScope({ projectId: null, teamIds: [] });
      expect(told({ teamId: 'team', priority: 900 }, nowhere).map(([name]) => name)).toEqual(['platform']);
      expect(told({ teamId: 'parent', priority: 900 })[0]).toEqual([
        'draft',
        'won',
        'first of the rules that match',
      ]);
    });

    it('returns the decision of the same rule once it is stored', () => {
      const draft = aRule({
        priority: 500,
        directRevealAllowed: true,
        requiresMfa: true,
        revealTtlSeconds: 30,
      });
      const compiled = compile(rules, 9000);
      for (const environmentKind of ['non_prod', 'prod'] as const) {
        const scope = aScope({ environmentKind });
        const drafted = decisionOf(explain(scope, compiled, draft), scope, compiled);
        expect(drafted).toEqual(decide(scope, compile([...rules, draft], 9000)));
        expect(drafted.winner).toBe(draft);
      }
      const none = compile([], 9000);
      expect(decisionOf(explain(aScope(), none), aScope(), none)).toEqual(decide(aScope(), none));
    });
  });
});
