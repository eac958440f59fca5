import type { Rule } from '../api/queries/policies.js';
import type { SelectorKey } from '../pictures/selector.js';
import { shortRef } from './short-ref.js';

/** What the service stamps a call with. */
export const OPERATIONS = { read: 'read values', patch: 'change values', reveal: 'reveal values' } as const;

/** What kind of request a call belongs to. */
export const TYPES = { read: 'read', patch: 'change', cross_team: 'cross-team' } as const;

/** Who asks. Only rules that name workloads serve one. */
export const PRINCIPALS = { person: 'people', workload: 'workloads' } as const;

const VALUE_WORDS: Readonly<Record<string, string>> = {
  non_prod: 'non-prod',
  patch: 'change',
  cross_team: 'cross-team',
  person: 'people',
  workload: 'workloads',
};
const NAMED: Readonly<Partial<Record<SelectorKey, string>>> = {
  project_id: 'project',
  environment_id: 'environment',
};

const WORDED: ReadonlySet<SelectorKey> = new Set(['operation', 'type', 'environment_kind', 'principal_kind']);

/** Returns the refs whose names the selectors of these rules need. */
export function refsOf(rules: readonly Pick<Rule, 'selector'>[]): string[] {
  return rules.flatMap(({ selector = {} }) =>
    (Object.keys(NAMED) as SelectorKey[])
      .filter((key) => selector[key] !== undefined)
      .map((key) => `${NAMED[key]}:${selector[key]}`),
  );
}

/** Returns a selector's value in words. */
export function selectorValueText(
  key: SelectorKey,
  value: string,
  nameOf: (ref: string) => string | undefined,
): string {
  const kind = NAMED[key];
  if (kind !== undefined) return nameOf(`${kind}:${value}`) ?? `…${value.slice(-6)}`;
  return WORDED.has(key) ? (VALUE_WORDS[value] ?? value) : shortRef(value);
}
