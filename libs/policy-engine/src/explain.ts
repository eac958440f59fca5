import type { CompiledRules } from './compile.js';
import { type Decision, decisionFor, NO_RULE } from './decision.js';
import type { PolicyRule } from './policy-rule.js';
import { anchorAllowsKind, keyMatches, type PolicyScope, servesPrincipal } from './policy-scope.js';
import { compareRanked, type RankedRule, rankRule } from './rule-order.js';

/** The outcome of one rule in a decision. */
export interface Candidate {
  readonly rule: PolicyRule;
  readonly outcome: 'won' | 'outranked' | 'no_match';
  /** Why, for people; names keys, never a selector's values. */
  readonly reason: string;
}

interface Considered {
  readonly entry: RankedRule;
  /** 0 is the project, then its teams from the nearest, then the platform. */
  readonly distance: number;
}

/**
 * Returns every rule of the scope's project, its teams and the platform in the order of D42: the winner, the rules that it
 * outranks, then those that do not match. It checks each of them, so it is for simulations only.
 *
 * @param draft a rule that is not stored, taken in place of the stored rule of the same id
 */
export function explain(scope: PolicyScope, compiled: CompiledRules, draft?: PolicyRule): Candidate[] {
  const considered = candidateRules(scope, compiled, draft).sort(byTier);
  const checked = considered.map((one) => ({ one, mismatch: mismatchOf(one.entry, scope) }));
  const matching = checked.filter(({ mismatch }) => mismatch === null).map(({ one }) => one);
  const [winner] = matching;
  return [
    ...matching.map((one) => (one === winner ? won(one) : outranked(one, winner as Considered))),
    ...checked.flatMap(({ one, mismatch }) =>
      mismatch === null ? [] : [{ rule: one.entry.rule, outcome: 'no_match' as const, reason: mismatch }],
    ),
  ];
}

/** Returns the decision that the candidates of a scope explain. */
export function decisionOf(
  [first]: readonly Candidate[],
  scope: PolicyScope,
  { cap }: CompiledRules,
): Decision {
  if (first?.outcome !== 'won') return NO_RULE;
  return decisionFor(rankRule(first.rule, cap), scope.environmentKind === 'prod');
}

function candidateRules(scope: PolicyScope, compiled: CompiledRules, draft?: PolicyRule): Considered[] {
  const { projectId, teamIds } = scope;
  const scoped = projectId === null ? [] : [{ projectId, teamId: null }, ...teamIds.map(ofTeam)];
  return [...scoped, PLATFORM].flatMap((anchor, distance) =>
    rulesAt(anchor, compiled, draft).map((entry) => ({ entry, distance })),
  );
}

type Anchor = Pick<PolicyRule, 'projectId' | 'teamId'>;

const PLATFORM: Anchor = { projectId: null, teamId: null };
const ofTeam = (teamId: string): Anchor => ({ projectId: null, teamId });

function rulesAt(anchor: Anchor, { lists, cap }: CompiledRules, draft?: PolicyRule): readonly RankedRule[] {
  const { projectId, teamId } = anchor;
  const ofScope = projectId === null ? lists.byTeam.get(teamId ?? '') : lists.byProject.get(projectId);
  const stored = anchor === PLATFORM ? lists.platform : (ofScope ?? []);
  if (draft?.projectId !== projectId || draft.teamId !== teamId) return stored;
  return [...stored.filter(({ rule }) => rule.id !== draft.id), rankRule(draft, cap)].sort(compareRanked);
}

/** Compares by tier. Sorting is stable: rules of one tier stay ordered by distance, then age. */
function byTier(a: Considered, b: Considered): number {
  return a.entry.tier - b.entry.tier;
}

function mismatchOf({ rule, keys }: RankedRule, scope: PolicyScope): string | null {
  if (!rule.enabled) return 'the rule is disabled';
  const missing = keys.filter((key) => !keyMatches(key, rule.selector[key] as string, scope));
  if (missing.length > 0) return `does not match ${missing.join(', ')}`;
  if (!servesPrincipal(rule, scope)) return 'does not name workloads in principal_kind';
  return anchorAllowsKind(rule, scope) ? null : 'a scoped rule governs non-prod environments only';
}

function won({ entry }: Considered): Candidate {
  const reason = entry.inBand ? 'first in the reserved platform band' : 'first of the rules that match';
  return { rule: entry.rule, outcome: 'won', reason };
}

function outranked(one: Considered, winner: Considered): Candidate {
  return { rule: one.entry.rule, outcome: 'outranked', reason: whyBehind(one, winner) };
}

function whyBehind(one: Considered, winner: Considered): string {
  if (one.entry.inBand !== winner.entry.inBand) return 'a platform rule of the reserved band comes first';
  if (one.entry.rule.priority !== winner.entry.rule.priority) return 'lower priority';
  if (one.entry.keys.length !== winner.entry.keys.length) return 'fewer selector keys';
  if (one.distance !== winner.distance) return 'farther anchor';
  return one.entry.rule.createdAtMicros !== winner.entry.rule.createdAtMicros ? 'newer rule' : 'later id';
}
