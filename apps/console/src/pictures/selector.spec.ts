import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../api/queries/policies.js';
import {
  isReserved,
  inEvaluationOrder,
  keyMatches,
  type KnownScope,
  mismatchesOf,
  SELECTOR_KEYS,
} from './selector.js';

const NOTHING = Object.fromEntries(SELECTOR_KEYS.map((key) => [key, null])) as KnownScope;
const SCOPE: KnownScope = {
  ...NOTHING,
  ...{ environment_kind: 'prod', secret_ref_prefix: 'apps/payments/db', operation: 'read' },
};
const rule = (id: string, priority: number, keys: string[] = [], created_at = '2026-01-01'): Rule =>
  ({ id, priority, selector_keys: keys, created_at, project_id: null, team_id: null }) as Rule;

describe('a selector as the console shows it', () => {
  it('matches by equality, a reference by its beginning, and nothing that the scope lacks', () => {
    expect(keyMatches('environment_kind', 'prod', SCOPE)).toBe(true);
    expect(keyMatches('environment_kind', 'pro', SCOPE)).toBe(false);
    expect(keyMatches('secret_ref_prefix', 'apps/payments/', SCOPE)).toBe(true);
    expect(keyMatches('secret_ref_prefix', 'apps/payments/db/x', SCOPE)).toBe(false);
    expect(keyMatches('provider_type', 'vault', SCOPE)).toBe(false);
    expect(mismatchesOf({}, SCOPE)).toEqual([]);
    expect(mismatchesOf({ operation: 'patch', environment_kind: 'prod', type: 'read' }, SCOPE)).toEqual([
      'operation',
      'type',
    ]);
  });

  it('is sorted in the evaluation order of the policy engine', () => {
    const rules = [
      ...[rule('a', 0), rule('b', 800, ['type']), rule('c', 800, ['type', 'operation'])],
      ...[rule('e', 9500), rule('d', 0, [], '2025-01-01'), rule('f', 0)],
    ];
    expect(inEvaluationOrder(rules).map(({ id }) => id)).toEqual(['e', 'c', 'b', 'd', 'a', 'f']);
    expect([isReserved(rules[3]!, 9000), isReserved(rules[1]!, 9000)]).toEqual([true, false]);
    expect(isReserved({ ...rules[3]!, team_id: 't' }, 9000)).toBe(false);
  });
});
