import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomCases } from '../../../test/support/random-cases.js';
import { compile } from './compile.js';
import { decide } from './decide.js';
import { explain } from './explain.js';
import type { PolicyRule, Selector, SelectorKey } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';
import { leafSizes, ruleSets, scopes } from './testing/arbitrary-rules.js';

const CASES = randomCases(2_000, 100_000);

/** Room for the nightly run; a case takes about a millisecond. */
const NIGHTLY_TIMEOUT_MS = 900_000;

/** The specification's order, implemented literally and without optimization. */
function modelOrder(rules: readonly PolicyRule[], cap: number, scope: PolicyScope): string[] {
  const nearness = (rule: PolicyRule) =>
    rule.projectId ? -1 : rule.teamId ? scope.teamIds.indexOf(rule.teamId) : Number.MAX_SAFE_INTEGER;
  const band = (rule: PolicyRule) => (!rule.projectId && !rule.teamId && rule.priority >= cap ? 0 : 1);
  return rules
    .filter((rule) => rule.enabled && takesPart(rule, scope) && selectorAccepts(rule.selector, scope))
    .sort(
      (a, b) =>
        band(a) - band(b) ||
        b.priority - a.priority ||
        Object.keys(b.selector).length - Object.keys(a.selector).length ||
        nearness(a) - nearness(b) ||
        a.createdAtMicros - b.createdAtMicros ||
        a.id.localeCompare(b.id),
    )
    .map((rule) => rule.id);
}

function takesPart(rule: PolicyRule, scope: PolicyScope): boolean {
  if (rule.projectId) return rule.projectId === scope.projectId && scope.environmentKind !== 'prod';
  if (!rule.teamId) return true;
  return (
    scope.projectId !== null && scope.teamIds.includes(rule.teamId) && scope.environmentKind === 'non_prod'
  );
}

function selectorAccepts(selector: Selector, scope: PolicyScope): boolean {
  const actual: Record<Exclude<SelectorKey, 'secret_ref_prefix'>, string | null> = {
    project_id: scope.projectId,
    environment: scope.environment,
    environment_kind: scope.environmentKind,
    environment_id: scope.environmentId,
    provider_type: scope.providerType,
    operation: scope.operation,
    type: scope.type,
    principal_kind: scope.principalKind,
  };
  if (scope.principalKind === 'workload' && selector.principal_kind !== 'workload') return false;
  return Object.entries(selector).every(([key, wanted]) =>
    key === 'secret_ref_prefix'
      ? scope.secretRef?.startsWith(wanted)
      : actual[key as keyof typeof actual] === wanted,
  );
}

describe('decide compared with a naive reference implementation', () => {
  it(
    `returns the same rule, and explain the same order, in ${CASES} cases`,
    () => {
      fc.assert(
        fc.property(
          ruleSets,
          fc.integer({ min: 1, max: 7 }),
          scopes,
          leafSizes,
          (rules, cap, scope, leafSize) => {
            const expected = modelOrder(rules, cap, scope);
            const compiled = compile(rules, cap, leafSize);
            const decision = decide(scope, compiled);
            expect(decision.winner?.id ?? null).toBe(expected[0] ?? null);
            const told = explain(scope, compiled).filter(({ outcome }) => outcome !== 'no_match');
            expect(told.map(({ rule }) => rule.id)).toEqual(expected);
            if (scope.environmentKind === 'prod') expect(decision.directRevealAllowed).toBe(false);
          },
        ),
        { numRuns: CASES },
      );
    },
    NIGHTLY_TIMEOUT_MS,
  );
});
