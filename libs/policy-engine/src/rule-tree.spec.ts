import { describe, expect, it } from '@jest/globals';
import { compile } from './compile.js';
import { decide } from './decide.js';
import { SELECTOR_KEYS, type SelectorKey } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';
import { rankRule } from './rule-order.js';
import type { RuleTree } from './rule-tree.js';
import { aRule, aScope } from './testing/a-rule.js';

const MEMBER: Readonly<Record<SelectorKey, keyof PolicyScope>> = {
  project_id: 'projectId',
  environment: 'environment',
  environment_kind: 'environmentKind',
  environment_id: 'environmentId',
  provider_type: 'providerType',
  secret_ref_prefix: 'secretRef',
  operation: 'operation',
  type: 'type',
  principal_kind: 'principalKind',
};
const VALUES = Array.from({ length: 12 }, (_, n) => `value-${String.fromCharCode(97 + n)}`);

/** A rule for each value of the key and one without it, the latter of a priority between the others'. */
const rulesOver = (key: SelectorKey, values: readonly string[]) => [
  ...values.map((value, n) => aRule({ id: value, priority: 10 * n, selector: { [key]: value } })),
  aRule({ id: 'any', priority: 35 }),
];
const winnerIn = (rules: ReturnType<typeof rulesOver>, scope: PolicyScope, leafSize: number) =>
  decide(scope, compile(rules, 9000, leafSize)).winner?.id ?? null;
const treeOf = (rules: ReturnType<typeof rulesOver>, leafSize: number): RuleTree =>
  compile(rules, 9000, leafSize).trees.platform;

describe('rule look-up', () => {
  it.each(SELECTOR_KEYS)('by %s finds the same rules as a linear scan', (key) => {
    const rules = rulesOver(key, VALUES);
    for (const [n, value] of [...VALUES, 'another', null].entries()) {
      const scope = aScope({ [MEMBER[key]]: value });
      const expected = value !== null && n >= 4 && n < VALUES.length ? value : 'any';
      for (const leafSize of [1, 4, 100])
        expect([value, leafSize, winnerIn(rules, scope, leafSize)]).toEqual([value, leafSize, expected]);
    }
  });

  it('by prefix finds the best rule of all matching prefixes, whatever their length', () => {
    const prefixes = ['apps/web/db/main', 'a', 'apps/', 'apps/web/db', 'apps/web', 'b', 'apps/w', 'apps/x'];
    const rules = prefixes.map((prefix, n) =>
      aRule({ id: prefix, priority: 100 - n, selector: { secret_ref_prefix: prefix } }),
    );
    const scope = aScope({ secretRef: 'apps/web/db' });
    for (let from = 0; from < rules.length; from += 1)
      for (const leafSize of [1, 100])
        expect(winnerIn(rules.slice(from), scope, leafSize)).toBe(
          prefixes.slice(from).find((prefix) => 'apps/web/db'.startsWith(prefix)) ?? null,
        );
    expect(winnerIn(rules, aScope({ secretRef: null }), 1)).toBeNull();
  });
});

describe('the rule tree', () => {
  it('scans up to one leaf of rules, and indexes more', () => {
    const rules = rulesOver('environment', VALUES);
    expect(typeof treeOf(rules, rules.length)).toBe('number');
    expect(treeOf(rules, rules.length - 1)).toMatchObject({
      key: 'environment',
      bestTier: rankRule(rules[11]!, 9000).tier,
      size: rules.length,
      prefixLengths: [],
    });
  });

  it('splits once per key, by the most selective key first', () => {
    const rules = VALUES.map((value, n) =>
      aRule({ selector: { environment: `dev-${n % 2}`, provider_type: value, operation: `op-${n % 2}` } }),
    );
    const tree = treeOf(rules, 1);
    expect(tree).toMatchObject({ key: 'provider_type', wildcard: null });
    expect(typeof tree === 'object' && [...tree.byValue.values()].map((branch) => typeof branch)).toEqual(
      VALUES.map(() => 'number'),
    );
    const twoAtATime = rules.map((rule) => ({
      ...rule,
      selector: { ...rule.selector, provider_type: 'one' },
    }));
    const second = treeOf(twoAtATime, 1);
    expect(second).toMatchObject({ key: 'environment', wildcard: null });
    expect(typeof second === 'object' && [...second.byValue.values()].map((branch) => typeof branch)).toEqual(
      ['number', 'number'],
    );
  });

  it('keeps indistinguishable rules in one leaf', () => {
    expect(typeof treeOf([aRule(), aRule(), aRule()], 1)).toBe('number');
  });

  it('stores rules without the key separately, and each prefix length once in ascending order', () => {
    const prefixes = ['apps/web', 'a', 'apps/api', 'apps/', 'b'];
    const tree = treeOf(rulesOver('secret_ref_prefix', prefixes), 1);
    expect(tree).toMatchObject({
      key: 'secret_ref_prefix',
      prefixLengths: [1, 5, 8],
      wildcard: expect.any(Number),
    });
    expect(typeof tree === 'object' && tree.byValue.size).toBe(prefixes.length);
  });
});
