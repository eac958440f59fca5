import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomCases } from '../../../test/support/random-cases.js';
import { compile, type CompiledRules } from './compile.js';
import { decide } from './decide.js';
import { explain } from './explain.js';
import type { PolicyRule } from './policy-rule.js';
import { recompile } from './recompile.js';
import { aRule, aScope } from './testing/a-rule.js';
import { leafSizes, ruleFacts, ruleOf, ruleSets, scopes } from './testing/arbitrary-rules.js';

const CASES = randomCases(200, 10_000);
const NIGHTLY_TIMEOUT_MS = 900_000;
const CAP = 4;

/** Creates, edits (a move to another anchor among them), disables and deletes, several at a time. */
const batches = fc.array(
  fc.array(
    fc.record({
      index: fc.nat(100),
      as: fc.oneof(
        { weight: 5, arbitrary: ruleFacts },
        { weight: 2, arbitrary: fc.constant('deleted' as const) },
        { weight: 1, arbitrary: fc.constant('disabled' as const) },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  { maxLength: 12, size: 'max' },
);
type Step = Parameters<Parameters<typeof batches.map>[0]>[0][number][number];

function apply(stored: Map<string, PolicyRule>, { index, as }: Step): string {
  const at = typeof as === 'object' ? ruleOf(as, index) : [...stored.values()][index % (stored.size || 1)];
  if (at === undefined) return 'unknown';
  if (as === 'deleted') stored.delete(at.id);
  else stored.set(at.id, as === 'disabled' ? { ...at, enabled: false } : at);
  return at.id;
}

/** All results for the scopes, as text: comparing it is much faster than comparing objects. */
const answers = (compiled: CompiledRules, asked: Parameters<typeof decide>[0][]) =>
  JSON.stringify(asked.map((scope) => [decide(scope, compiled), explain(scope, compiled)]));

describe('incremental recompilation', () => {
  it(
    `returns the same results as compiling at once, in ${CASES} sequences`,
    () => {
      const property = fc.property(
        ...[ruleSets, batches, fc.array(scopes, { minLength: 3, maxLength: 6 }), leafSizes],
        (rules, steps, asked, leafSize) => {
          const stored = new Map(rules.map((rule) => [rule.id, rule]));
          let compiled = compile(rules, CAP, leafSize);
          for (const batch of steps) {
            const before = { compiled, answers: answers(compiled, asked) };
            const ids = new Set(batch.map((step) => apply(stored, step)));
            compiled = recompile(
              compiled,
              ids,
              [...ids].flatMap((id) => stored.get(id) ?? []),
            );
            const expected = compile([...stored.values()], CAP, leafSize);
            expect(answers(compiled, asked)).toBe(answers(expected, asked));
            expect(answers(before.compiled, asked)).toBe(before.answers);
          }
        },
      );
      fc.assert(property, { numRuns: CASES });
    },
    NIGHTLY_TIMEOUT_MS,
  );
});

describe('recompiling a change', () => {
  const numbered = (count: number, of: (n: number) => Partial<PolicyRule>) =>
    Array.from({ length: count }, (_, n) => aRule({ id: `id-${n}`, ...of(n) }));

  it('shares unchanged parts', () => {
    const rules = numbered(40, (n) => ({ projectId: `p-${n % 4}`, selector: { environment: `e-${n}` } }));
    const before = compile(rules, 9000, 2);
    const after = recompile(before, ['id-0'], [{ ...rules[0]!, priority: 7 }]);
    expect(after.trees.platform).toBe(before.trees.platform);
    expect(after.trees.byTeam).toBe(before.trees.byTeam);
    expect(after.trees.byProject.get('p-1')).toBe(before.trees.byProject.get('p-1'));
    const [old, changed] = [before, after].map(({ trees }) => trees.byProject.get('p-0')!);
    if (typeof old !== 'object' || typeof changed !== 'object') throw new Error('not split');
    expect(changed.byValue.get('e-4')).toBe(old.byValue.get('e-4'));
    expect(changed.byValue.get('e-0')).not.toBe(old.byValue.get('e-0'));
  });

  it('removes anchors and values without rules', () => {
    const rules = numbered(9, (n) => (n === 8 ? { teamId: 't' } : { selector: { environment: `e-${n}` } }));
    const after = recompile(compile(rules, 9000, 2), ['id-8', 'id-3', 'unknown'], []);
    expect([after.trees.byTeam.size, after.lists.byTeam.size]).toEqual([0, 0]);
    const { platform } = after.trees;
    expect(typeof platform === 'object' && [...platform.byValue.keys()]).toHaveLength(7);
  });

  it('splits a leaf that grows and merges a branch that shrinks', () => {
    const rules = numbered(20, (n) => ({ selector: { environment: `e-${n}` } }));
    let compiled = compile([], 9000, 4);
    for (const rule of rules) compiled = recompile(compiled, [rule.id], [rule]);
    expect(compiled.trees.platform).toMatchObject({ key: 'environment', size: 20 });
    for (const { id } of rules.slice(2)) compiled = recompile(compiled, [id], []);
    expect(typeof compiled.trees.platform).toBe('number');
  });

  it('chooses another key after half of the rules have changed', () => {
    const rules = numbered(40, (n) => ({ selector: { environment: `e-${n % 20}` } }));
    let compiled = compile(rules, 9000, 4);
    for (const rule of rules)
      compiled = recompile(compiled, [rule.id], [{ ...rule, selector: { environment_id: rule.id } }]);
    expect(compiled.trees.platform).toMatchObject({ key: 'environment_id' });
  });

  it('does not retain the prefixes of deleted rules', () => {
    const rule = aRule({ id: 'one' });
    let compiled = compile([rule], 9000);
    for (let n = 0; n < 5000; n += 1)
      compiled = recompile(compiled, ['one'], [{ ...rule, selector: { secret_ref_prefix: `p/${n}` } }]);
    expect(compiled.rows.vocabulary.size).toBeLessThan(2200);
    expect(decide(aScope({ secretRef: 'p/4999' }), compiled).winner?.id).toBe('one');
  });

  it('does not retain the leaves of former rules', () => {
    const rules = numbered(300, (n) => ({ projectId: `p-${n % 3}`, priority: n }));
    let compiled = compile(rules, 9000);
    for (let n = 0; n < 900; n += 1)
      compiled = recompile(compiled, [`id-${n % 300}`], [{ ...rules[n % 300]!, priority: n }]);
    expect(compiled.rows.cells.length).toBeLessThan(300_000);
    const winner = decide(aScope({ projectId: 'p-2' }), compiled).winner;
    expect([winner?.id, winner?.priority]).toEqual(['id-299', 899]);
  });

  it('finds rules by their id however many were added', () => {
    const rules = numbered(600, () => ({}));
    let compiled = compile([], 9000);
    for (const rule of rules) compiled = recompile(compiled, [rule.id], [rule]);
    expect(compiled.byId.all()).toHaveLength(600);
    expect(compiled.byId.get('id-599')?.rule).toBe(rules[599]);
    expect(compiled.byId.get('id-600')).toBeUndefined();
  });
});
