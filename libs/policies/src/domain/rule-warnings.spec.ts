import { describe, expect, it } from '@jest/globals';
import {
  compile,
  decide,
  ENVIRONMENT_KINDS,
  type EnvironmentKind,
  type PolicyRule,
  type PolicyScope,
} from '#libs/policy-engine';
import { type NamedPlace, ruleWarnings, type WarnedRule } from './rule-warnings.js';
import { OPERATIONS, REQUEST_TYPES } from './selector.js';

const NOWHERE = { name: 'dev', kind: 'non_prod', project_id: 'p' } as const;
const rule = (over: Partial<WarnedRule>): WarnedRule => ({
  selector: {},
  direct_reveal_allowed: false,
  requires_mfa: false,
  reveal_ttl_seconds: 60,
  named_environment: null,
  ...over,
});
const codes = (over: Partial<WarnedRule>): string[] => ruleWarnings(rule(over)).map(({ code }) => code);

describe('the warnings of a rule', () => {
  it.each<[string, Partial<WarnedRule>, string[]]>([
    ['the seed rule', {}, []],
    ['everything, with direct reveal', { direct_reveal_allowed: true, requires_mfa: true }, []],
    [
      'direct reveal of reads',
      { selector: { operation: 'read' }, direct_reveal_allowed: true },
      ['direct_reveal_never_applies'],
    ],
    [
      'direct reveal of patches, with a lifetime',
      { selector: { operation: 'patch' }, direct_reveal_allowed: true, reveal_ttl_seconds: 120 },
      ['direct_reveal_never_applies', 'reveal_ttl_never_applies'],
    ],
    [
      'direct reveal in prod',
      { selector: { environment_kind: 'prod' }, direct_reveal_allowed: true },
      ['direct_reveal_never_applies'],
    ],
    [
      'direct reveal in an environment that is prod',
      { direct_reveal_allowed: true, named_environment: { ...NOWHERE, kind: 'prod' } },
      ['direct_reveal_never_applies'],
    ],
    ['direct reveal, as it is meant', { selector: { operation: 'reveal' }, direct_reveal_allowed: true }, []],
    [
      'a step-up for reveal sessions',
      { selector: { operation: 'reveal' }, requires_mfa: true },
      ['requires_mfa_never_applies'],
    ],
    [
      'a step-up for direct reveal',
      { selector: { operation: 'reveal' }, requires_mfa: true, direct_reveal_allowed: true },
      [],
    ],
    [
      'an operation that its type never has',
      { selector: { operation: 'reveal', type: 'patch' }, direct_reveal_allowed: true },
      ['rule_never_matches'],
    ],
    [
      'changes by workloads',
      { selector: { principal_kind: 'workload', operation: 'patch' } },
      ['rule_never_matches'],
    ],
    [
      'direct reveal by workloads',
      { selector: { principal_kind: 'workload' }, direct_reveal_allowed: true },
      ['direct_reveal_never_applies'],
    ],
    [
      'a step-up for workloads',
      { selector: { principal_kind: 'workload' }, requires_mfa: true },
      ['requires_mfa_refuses_workloads'],
    ],
    ['reads by workloads', { selector: { principal_kind: 'workload', type: 'read' } }, []],
    [
      'another name than that of its environment',
      { selector: { environment: 'prod' }, named_environment: NOWHERE },
      ['rule_never_matches'],
    ],
    [
      'another kind than that of its environment, of reads',
      { selector: { environment_kind: 'prod', type: 'read' }, named_environment: NOWHERE },
      ['rule_never_matches'],
    ],
    [
      'prod, of cross-team requests for an environment that is not',
      { selector: { environment_kind: 'prod', type: 'cross_team' }, named_environment: NOWHERE },
      [],
    ],
    [
      'non-prod, of an environment that is prod',
      { selector: { environment_kind: 'non_prod' }, named_environment: { ...NOWHERE, kind: 'prod' } },
      ['rule_never_matches'],
    ],
    [
      'another project than that of its environment, of reads',
      { selector: { project_id: 'q', operation: 'read' }, named_environment: NOWHERE },
      ['rule_never_matches'],
    ],
    [
      'another project than that of its environment, of cross-team requests',
      { selector: { project_id: 'q', type: 'cross_team' }, named_environment: NOWHERE },
      [],
    ],
  ])('are as expected for %s', (_case, over, expected) => {
    expect(codes(over)).toEqual(expected);
  });

  it.each(everyRule())('agree with the engine for %j', (given) => {
    expect(codes(given)).toEqual(observed(rule(given)));
  });
});

/** Every combination of the members that warnings look at. */
function everyRule(): Partial<WarnedRule>[] {
  const places: (NamedPlace | null)[] = [null, NOWHERE, { ...NOWHERE, kind: 'prod' }];
  const made: Partial<WarnedRule>[] = [];
  for (const operation of [undefined, ...OPERATIONS])
    for (const type of [undefined, ...REQUEST_TYPES])
      for (const environment_kind of [undefined, ...ENVIRONMENT_KINDS])
        for (const named_environment of places)
          for (const flags of [0, 1, 2, 3]) {
            const keys = {
              operation,
              type,
              environment_kind,
              environment_id: named_environment ? 'e' : undefined,
            };
            made.push({
              selector: Object.fromEntries(Object.entries(keys).filter(([, value]) => value)),
              named_environment,
              direct_reveal_allowed: (flags & 1) > 0,
              requires_mfa: (flags & 2) > 0,
              reveal_ttl_seconds: 120,
            });
          }
  return made;
}

/** The same by asking the engine for every call that there can be, and looking at what each would use. */
function observed(given: WarnedRule): string[] {
  const compiled = compile([stored(given)], 9000);
  const found = everyCall(given.named_environment)
    .map((call) => ({ call, decision: decide(call, compiled) }))
    .filter(({ decision }) => decision.winner !== null);
  if (found.length === 0) return ['rule_never_matches'];
  const reveals = found.filter(({ call }) => call.operation === 'reveal');
  const isDirect = ({ call, decision }: (typeof found)[number]): boolean =>
    call.type === 'read' && call.environmentKind !== 'prod' && decision.directRevealAllowed;
  const needsStepUp = reveals.some((each) => isDirect(each)) || reveals.length < found.length;
  return [
    ...(given.direct_reveal_allowed && !reveals.some(isDirect) ? ['direct_reveal_never_applies'] : []),
    ...(reveals.length === 0 ? ['reveal_ttl_never_applies'] : []),
    ...(given.requires_mfa && !needsStepUp ? ['requires_mfa_never_applies'] : []),
  ];
}

/** Calls in dev and in prod; where the rule names an environment, in that one. */
function everyCall(named: NamedPlace | null): PolicyScope[] {
  const pairs = [
    ['read', 'read'],
    ['patch', 'patch'],
    ['patch', 'cross_team'],
    ['reveal', 'read'],
    ['reveal', 'cross_team'],
  ] as const;
  return pairs.flatMap(([operation, type]) =>
    kindsOf(named, type === 'cross_team').map((environmentKind) => ({
      ...{ projectId: 'p', teamIds: [], environment: 'dev', environmentId: 'e', environmentKind },
      ...{ providerType: 'vault', secretRef: 'a', operation, type, principalKind: 'person' as const },
    })),
  );
}

/** A cross-team request for non-prod counts as prod where its destination does (D40). */
function kindsOf(named: NamedPlace | null, isCrossTeam: boolean): readonly EnvironmentKind[] {
  if (named === null || (named.kind === 'non_prod' && isCrossTeam)) return ENVIRONMENT_KINDS;
  return [named.kind];
}

function stored(given: WarnedRule): PolicyRule {
  return {
    ...{ id: 'r', name: 'r', selector: given.selector, workflowId: 'w', priority: 1, enabled: true },
    directRevealAllowed: given.direct_reveal_allowed,
    requiresMfa: given.requires_mfa,
    revealTtlSeconds: given.reveal_ttl_seconds,
    ...{ projectId: null, teamId: null, createdAtMicros: 0 },
  };
}
