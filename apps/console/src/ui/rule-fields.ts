import type { DraftRule, NewRule, Rule, RuleChange, Selector } from '../api/queries/policies.js';
import type { Anchor, NewScopedRule } from '../api/queries/scoped-rules.js';
import { SELECTOR_KEYS, type SelectorKey } from '../pictures/selector.js';

type SelectorFields = Readonly<Record<`selector.${SelectorKey}`, string>>;

/** What the form of a rule holds; each field has the name that the service gives it in a refusal. */
export type RuleFields = SelectorFields & {
  readonly name: string;
  readonly priority: string;
  readonly workflow_id: string;
  readonly reveal_ttl_seconds: string;
  readonly enabled: boolean;
  readonly requires_mfa: boolean;
  readonly direct_reveal_allowed: boolean;
};

type Settings = Omit<RuleFields, keyof SelectorFields>;
const NEW: Settings = {
  ...{ name: '', priority: '100', workflow_id: '', reveal_ttl_seconds: '60' },
  ...{ enabled: true, requires_mfa: false, direct_reveal_allowed: false },
};

/** Returns the fields of a rule. */
export function fieldsOf(rule: Rule): RuleFields {
  const { name, priority, workflow_id, reveal_ttl_seconds } = rule;
  const { enabled, requires_mfa, direct_reveal_allowed, selector = {} } = rule;
  return {
    ...selectorFields(selector),
    ...{ name, workflow_id, enabled, requires_mfa, direct_reveal_allowed },
    ...{ priority: String(priority), reveal_ttl_seconds: String(reveal_ttl_seconds) },
  };
}

/** Returns the fields of a rule that is yet to be made. @param selector what it applies to from the start */
export function newFields(selector: Selector = {}): RuleFields {
  return { ...NEW, ...selectorFields(selector) };
}

function selectorFields(selector: Selector): SelectorFields {
  const parts = SELECTOR_KEYS.map((key) => [`selector.${key}`, selector[key] ?? ''] as const);
  return Object.fromEntries(parts) as SelectorFields;
}

/** Returns the selector that is typed: a field that is left open is a key that is not there. */
export function selectorOf(fields: SelectorFields): Selector & Record<string, string> {
  const parts = SELECTOR_KEYS.map((key) => [key, fields[`selector.${key}`].trim()] as const);
  return Object.fromEntries(parts.filter(([, value]) => value !== ''));
}

/** Returns the body that makes the rule. */
export function bodyOf(fields: RuleFields): NewRule {
  const { name, priority, workflow_id, reveal_ttl_seconds } = fields;
  const { enabled, requires_mfa, direct_reveal_allowed } = fields;
  return {
    ...{ name: name.trim(), selector: selectorOf(fields), workflow_id },
    ...{ priority: Number(priority), reveal_ttl_seconds: Number(reveal_ttl_seconds) },
    ...{ enabled, requires_mfa, direct_reveal_allowed },
  };
}

/** Returns the body that makes a rule of a project or a team, which has fewer members. */
export function scopedBodyOf(fields: RuleFields): NewScopedRule {
  const { name, selector, priority, workflow_id, enabled } = bodyOf(fields);
  return { name, selector, priority, workflow_id, enabled };
}

/**
 * Returns the rule as it is typed, for a simulation; null while it lacks what a rule needs.
 *
 * @param ruleId the rule that is being changed; null for a new one
 */
export function draftOf(fields: RuleFields, ruleId: string | null, anchor?: Anchor): DraftRule | null {
  if (fields.workflow_id === '' || fields.priority === '') return null;
  const body = anchor === undefined ? bodyOf(fields) : scopedBodyOf(fields);
  return {
    ...{ ...body, name: body.name === '' ? 'this rule' : body.name },
    ...(ruleId !== null && { rule_id: ruleId }),
    ...(anchor !== undefined && { [`${anchor.kind}_id`]: anchor.id }),
  };
}

/** Returns the body that changes these fields and leaves the others as they are. */
export function changeOf(fields: RuleFields, changed: readonly string[]): RuleChange {
  const members = new Set(changed.map((name) => name.split('.')[0]));
  return Object.fromEntries(Object.entries(bodyOf(fields)).filter(([name]) => members.has(name)));
}
