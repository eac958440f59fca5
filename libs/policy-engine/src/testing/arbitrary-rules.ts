import fc from 'fast-check';
import { type PolicyRule, type Selector, SELECTOR_KEYS } from '../policy-rule.js';
import type { PolicyScope } from '../policy-scope.js';

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
const principals = fc.constantFrom('person' as const, 'person' as const, 'workload' as const);
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
      principal_kind: principals,
    }),
    fc.shuffledSubarray([...SELECTOR_KEYS], { maxLength: 3 }),
  )
  .map(([values, keys]) => Object.fromEntries(keys.map((key) => [key, values[key]])));

const anchors = fc.oneof(
  fc.constant({ projectId: null, teamId: null }),
  projects.map((projectId) => ({ projectId, teamId: null })),
  teams.map((teamId) => ({ projectId: null, teamId })),
);

/** The members of a rule except its id; few values of each, so that rules tie and match. */
export const ruleFacts = fc.record({
  selector: selectors,
  anchor: anchors,
  priority: fc.integer({ min: 0, max: 6 }),
  enabled: fc.constantFrom(true, true, true, false),
  directRevealAllowed: fc.boolean(),
  createdAtMicros: fc.integer({ min: 0, max: 3 }),
});

export type RuleFacts = typeof ruleFacts extends fc.Arbitrary<infer Facts> ? Facts : never;

/** Returns a rule with these members, whose id doesn't follow the order of creation. */
export function ruleOf({ anchor, ...rest }: RuleFacts, index: number): PolicyRule {
  return {
    ...rest,
    ...anchor,
    id: `rule-${String((index * 7) % 101).padStart(3, '0')}`,
    name: `rule ${index}`,
    workflowId: 'workflow',
    requiresMfa: false,
    revealTtlSeconds: 60,
  };
}

/** Up to a hundred rules. */
export const ruleSets = fc
  .array(ruleFacts, { maxLength: 100, size: 'max' })
  .map((facts) => facts.map((one, index) => ruleOf(one, index)));

/** Scopes, some with missing members. */
export const scopes: fc.Arbitrary<PolicyScope> = fc.record({
  projectId: orNull(projects),
  teamIds: fc.shuffledSubarray(['t1', 't2', 't3']),
  environment: orNull(environments),
  environmentId: orNull(environmentIds),
  environmentKind: orNull(kinds),
  providerType: orNull(providers),
  secretRef: orNull(refs),
  operation: orNull(operations),
  type: orNull(types),
  principalKind: orNull(principals),
});

/** Small leaves, so that the tree is as deep for these few rules as for many. */
export const leafSizes = fc.constantFrom(1, 4, 64);
