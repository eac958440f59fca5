import type { Rule, Selector } from '../api/queries/policies.js';
import { keysOf } from '../ui/keys-of.js';

export type SelectorKey = keyof Selector;

/** What each key of a selector is called, in the order in which the service names them. */
export const KEY_LABELS: Readonly<Record<SelectorKey, string>> = {
  project_id: 'project',
  environment: 'environment named',
  environment_kind: 'kind',
  environment_id: 'environment',
  provider_type: 'store',
  secret_ref_prefix: 'reference begins with',
  operation: 'operation',
  type: 'type',
  principal_kind: 'asked by',
};

export const SELECTOR_KEYS = keysOf(KEY_LABELS);

/** What a request is about, by the selector's keys; `secret_ref_prefix` holds the whole reference. */
export type KnownScope = Readonly<Record<SelectorKey, string | null | undefined>>;

/** Whether a selector's value accepts the scope, for display: the service decides. What the scope lacks matches nothing. */
export function keyMatches(key: SelectorKey, wanted: string, scope: KnownScope): boolean {
  const actual = scope[key] ?? null;
  if (actual === null) return false;
  return key === 'secret_ref_prefix' ? actual.startsWith(wanted) : actual === wanted;
}

/** Returns the keys of a selector that don't accept the scope; none where it matches. */
export function mismatchesOf(selector: Selector, scope: KnownScope): SelectorKey[] {
  return SELECTOR_KEYS.filter((key) => selector[key] !== undefined && !keyMatches(key, selector[key], scope));
}

/** Whether a rule lies in the platform's reserved band, before every rule of projects and teams. */
export function isReserved(
  { priority, project_id, team_id }: Pick<Rule, 'priority' | 'project_id' | 'team_id'>,
  cap: number,
): boolean {
  return project_id === null && team_id === null && priority >= cap;
}

/** Returns the platform's rules in the engine's order: by priority, number of keys, age and id. */
export function inEvaluationOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort(
    (a, b) =>
      b.priority - a.priority ||
      b.selector_keys.length - a.selector_keys.length ||
      a.created_at.localeCompare(b.created_at) ||
      a.id.localeCompare(b.id),
  );
}
