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
  reveal_ttl_seconds: 'seconds that values are open',
  enabled: 'switched on',
  requires_mfa: 'asks for a second factor',
  direct_reveal_allowed: 'allows direct reveal',
  ...Object.fromEntries(keysOf(KEY_LABELS).map((key) => [`selector.${key}`, KEY_LABELS[key]])),
};

/** Returns what a field of a rule is called, for lists of changes. */
export function ruleFieldLabel(name: string): string {
  return FIELD_LABELS[name] ?? name;
}

/** Returns a field's content in words, for lists of changes. @param workflow names a workflow by its id */
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

/** Returns what a rule asks for and allows, in words. */
export function effectsOf(rule: Rule): string {
  const { requires_mfa, direct_reveal_allowed, reveal_ttl_seconds } = rule;
  return [
    ...(requires_mfa ? ['second factor'] : []),
    ...(direct_reveal_allowed ? ['direct reveal'] : []),
    `values open for ${lengthText(reveal_ttl_seconds)}`,
  ].join(', ');
}
