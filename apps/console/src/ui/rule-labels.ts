import type { Rule } from '../api/queries/policies.js';
import { lengthText } from './duration.js';
import { KEY_LABELS } from '../pictures/selector.js';
import { selectorValueText } from './selector-labels.js';
import type { SelectorKey } from '../pictures/selector.js';
import { keysOf } from './keys-of.js';

type NameOf = (ref: string) => string | undefined;

const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'name',
  priority: 'priority',
  workflow_id: 'workflow',
  reveal_ttl_seconds: 'reveal session lifetime in seconds',
  enabled: 'enabled',
  requires_mfa: 'requires a second factor',
  direct_reveal_allowed: 'allows direct reveal',
  ...Object.fromEntries(keysOf(KEY_LABELS).map((key) => [`selector.${key}`, KEY_LABELS[key]])),
};

/** Returns the label of a rule's field, for lists of changes. */
export function ruleFieldLabel(name: string): string {
  return FIELD_LABELS[name] ?? name;
}

/** Returns a field's value as text, for lists of changes. @param workflow returns a workflow's name */
export function ruleFieldText(
  name: string,
  value: string | boolean,
  nameOf: NameOf,
  workflow: (id: string) => string | undefined,
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === '') return 'any';
  if (name === 'workflow_id') return workflow(value) ?? `…${value.slice(-6)}`;
  return name.startsWith('selector.')
    ? selectorValueText(name.slice(9) as SelectorKey, value, nameOf)
    : value;
}

/** Returns the effects of a rule: second factor, direct reveal and reveal session lifetime. */
export function effectsOf(rule: Rule): string {
  const { requires_mfa, direct_reveal_allowed, reveal_ttl_seconds } = rule;
  return [
    ...(requires_mfa ? ['second factor'] : []),
    ...(direct_reveal_allowed ? ['direct reveal'] : []),
    `reveal sessions of ${lengthText(reveal_ttl_seconds)}`,
  ].join(', ');
}
