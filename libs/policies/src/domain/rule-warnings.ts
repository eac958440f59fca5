import type { Warning } from '#libs/core';
import { DEFAULT_REVEAL_TTL_SECONDS, type EnvironmentKind, type Selector } from '#libs/policy-engine';
import type { OPERATIONS, REQUEST_TYPES } from './selector.js';

/** The members of a rule that decide whether its settings can ever apply. */
export interface WarnedRule {
  readonly selector: Selector;
  readonly direct_reveal_allowed: boolean;
  readonly requires_mfa: boolean;
  readonly reveal_ttl_seconds: number;
  /** The environment that the selector names by id; null where it names none, or an unknown one. */
  readonly named_environment: NamedPlace | null;
}

export interface NamedPlace {
  readonly name: string;
  readonly kind: EnvironmentKind;
  readonly project_id: string;
}

interface Call {
  readonly operation: (typeof OPERATIONS)[number];
  readonly type: (typeof REQUEST_TYPES)[number];
}

/** Every operation and type that rules are resolved for: submissions, direct reveal (of a read) and reveal sessions. */
const CALLS: readonly Call[] = [
  { operation: 'read', type: 'read' },
  { operation: 'patch', type: 'patch' },
  { operation: 'patch', type: 'cross_team' },
  { operation: 'reveal', type: 'read' },
  { operation: 'reveal', type: 'cross_team' },
];

const warning = (code: string, message: string): Warning => ({ code, message });

const NEVER_MATCHES = warning('rule_never_matches', 'No request can match all conditions of the selector.');
const DIRECT_REVEAL = warning(
  'direct_reveal_never_applies',
  'Direct reveal has operation reveal and type read, in non-prod, by people: this selector excludes that.',
);
const REVEAL_TTL = warning(
  'reveal_ttl_never_applies',
  'The reveal lifetime applies to operation reveal, which this selector excludes.',
);
const REQUIRES_MFA = warning(
  'requires_mfa_never_applies',
  'This selector matches only reveal sessions, which require a fresh second factor anyway.',
);

const WORKLOAD_REFUSED = warning(
  'requires_mfa_refuses_workloads',
  'A workload has no second factor: this rule refuses every workload that it applies to.',
);

/**
 * Returns warnings about settings that can never apply. They do not prevent storing the rule: its author may not be done
 * yet, and a rule for another operation that allows direct reveal is still audited when it wins in prod (D75).
 */
export function ruleWarnings(rule: WarnedRule): Warning[] {
  const calls = CALLS.filter((call) => canMatch(rule, call));
  if (calls.length === 0) return [NEVER_MATCHES];
  const revealed = calls.filter(({ operation }) => operation === 'reveal');
  const direct = rule.direct_reveal_allowed && isRevealedDirectly(rule, revealed);
  const submitted = revealed.length < calls.length;
  return [
    ...(rule.direct_reveal_allowed && !direct ? [DIRECT_REVEAL] : []),
    ...(rule.reveal_ttl_seconds !== DEFAULT_REVEAL_TTL_SECONDS && revealed.length === 0 ? [REVEAL_TTL] : []),
    ...(rule.requires_mfa ? mfaWarnings(rule, submitted, direct) : []),
  ];
}

function isRevealedDirectly(rule: WarnedRule, revealed: readonly Call[]): boolean {
  return !isProd(rule) && !isForWorkloads(rule) && revealed.some(({ type }) => type === 'read');
}

function mfaWarnings(rule: WarnedRule, submitted: boolean, direct: boolean): Warning[] {
  if (!submitted) return direct ? [] : [REQUIRES_MFA];
  return isForWorkloads(rule) ? [WORKLOAD_REFUSED] : [];
}

function isForWorkloads({ selector }: WarnedRule): boolean {
  return selector.principal_kind === 'workload';
}

function canMatch({ selector, named_environment: named }: WarnedRule, { operation, type }: Call): boolean {
  // Workloads submit reads only.
  if (selector.principal_kind === 'workload' && type !== 'read') return false;
  if (selector.operation !== undefined && selector.operation !== operation) return false;
  if (selector.type !== undefined && selector.type !== type) return false;
  return named === null || matchesEnvironment(selector, named, type === 'cross_team');
}

/** Only a cross-team request can name an environment of another project, and count as prod in a non-prod one (D40). */
function matchesEnvironment(selector: Selector, named: NamedPlace, isCrossTeam: boolean): boolean {
  const { environment: name, environment_kind: kind, project_id: projectId } = selector;
  if (name !== undefined && name !== named.name) return false;
  if (projectId !== undefined && projectId !== named.project_id && !isCrossTeam) return false;
  return kind === undefined || kind === named.kind || (kind === 'prod' && isCrossTeam);
}

function isProd({ selector, named_environment: named }: WarnedRule): boolean {
  return selector.environment_kind === 'prod' || named?.kind === 'prod';
}
