import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomCases } from '../../../test/support/random-cases.js';
import { compile } from './compile.js';
import { decide } from './decide.js';
import { explain } from './explain.js';
import { type PolicyRule, type Selector, SELECTOR_KEYS } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';

const CASES = randomCases(2_000, 100_000);

/** Room for the nightly run; a case takes about a millisecond. */
const NIGHTLY_TIMEOUT_MS = 900_000;

/** The specification's sentences, one after the other, with no thought for speed. */
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
  const actual: Record<string, string | null> = {
    project_id: scope.projectId,
    environment: scope.environment,
    environment_kind: scope.environmentKind,
    environment_id: scope.environmentId,
    provider_type: scope.providerType,
    operation: scope.operation,
    type: scope.type,
  };
  return Object.entries(selector).every(([key, wanted]) =>
    key === 'secret_ref_prefix' ? scope.secretRef?.startsWith(wanted) : actual[key] === wanted,
  );
}

const oneOf = (...values: string[]) => fc.constantFrom(...values);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 6, nil: null });
const projects = oneOf('p1', 'p2');
const teams = oneOf('t1', 't2', 't3');
const environments = oneOf('dev', 'qa', 'live');
const environmentIds = oneOf('e1', 'e2', 'e3');
const kinds = fc.constantFrom('non_prod' as const, 'non_prod' as const, 'prod' as const);
const providers = oneOf('vault', 'cloud1-sm');
const operations = fc.constantFrom('read' as const, 'patch' as const, 'reveal' as const);
const types = fc.constantFrom('read' as const, 'patch' as const, 'cross_team' as const);
const refs = oneOf('a', 'a/b', 'a/bc', 'a/b/c', 'd');

/** At most three keys, so that many rules match and the order among them decides. */
const selectors: fc.Arbitrary<Selector> = fc
  .tuple(
    fc.record({
      project_id: projects,
      environment: environments,
      environment_kind: kinds,
      environment_id: environmentIds,
      provider_type: providers,
      secret_ref_prefix: refs,
      operation: operations,
      type: types,
    }),
    fc.shuffledSubarray([...SELECTOR_KEYS], { maxLength: 3 }),
  )
  .map(([values, keys]) => Object.fromEntries(keys.map((key) => [key, values[key]])));

const anchors = fc.oneof(
  fc.constant({ projectId: null, teamId: null }),
  projects.map((projectId) => ({ projectId, teamId: null })),
  teams.map((teamId) => ({ projectId: null, teamId })),
);

const ruleFacts = fc.record({
  selector: selectors,
  anchor: anchors,
  priority: fc.integer({ min: 0, max: 6 }),
  enabled: fc.constantFrom(true, true, true, false),
  directRevealAllowed: fc.boolean(),
  createdAtMicros: fc.integer({ min: 0, max: 3 }),
});

const ruleSets = fc.array(ruleFacts, { maxLength: 100, size: 'max' }).map((facts) =>
  facts.map(({ anchor, ...rest }, index): PolicyRule => ({
    ...rest,
    ...anchor,
    id: `rule-${String((index * 7) % 101).padStart(3, '0')}`,
    name: `rule ${index}`,
    workflowId: 'workflow',
    requiresMfa: false,
    revealTtlSeconds: 60,
  })),
);

const scopes: fc.Arbitrary<PolicyScope> = fc.record({
  projectId: orNull(projects),
  teamIds: fc.shuffledSubarray(['t1', 't2', 't3']),
  environment: orNull(environments),
  environmentId: orNull(environmentIds),
  environmentKind: orNull(kinds),
  providerType: orNull(providers),
  secretRef: orNull(refs),
  operation: orNull(operations),
  type: orNull(types),
});

/** Small leaves, so that the tree is as deep for these few rules as for many. */
const leafSizes = fc.constantFrom(1, 4, 64);

describe('decide against a slow, obvious model', () => {
  it(
    `chooses the same rule, and explain gives the same order, in ${CASES} cases`,
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
