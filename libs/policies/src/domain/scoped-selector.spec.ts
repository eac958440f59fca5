import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#libs/core';
import type { Selector } from '#libs/policy-engine';
import type { RuleAnchor } from '../rule-anchor.js';
import {
  assertBelowCap,
  assertConsistent,
  assertEnvironmentAllowed,
  assertEnvironmentConstrained,
  assertKnownValues,
  type NamedEnvironment,
} from './scoped-selector.js';

const PROJECT: RuleAnchor = { kind: 'project', projectId: 'p' };
const TEAM: RuleAnchor = { kind: 'team', teamId: 't' };

/** The refusal of steps 3 and 4 in their order: its code and reason, or 'allowed'. */
function verdict(
  selector: Selector,
  anchor: RuleAnchor,
  environment: NamedEnvironment | null = null,
): string {
  return reasonOf(() => {
    assertConsistent(selector, anchor);
    assertEnvironmentConstrained(selector);
    if (selector.environment_id !== undefined) assertEnvironmentAllowed(selector, 'p', environment);
  });
}

function reasonOf(check: () => void): string {
  try {
    check();
    return 'allowed';
  } catch (error) {
    const { code, extra } = error as DomainError;
    return 'reason' in extra ? String(extra['reason']) : code;
  }
}

const dev: NamedEnvironment = { projectId: 'p', kind: 'non_prod' };
const live: NamedEnvironment = { projectId: 'p', kind: 'prod' };
const foreign: NamedEnvironment = { projectId: 'q', kind: 'prod' };
const kind = (environment_kind: string): Selector => ({ environment_kind });
const id: Selector = { environment_id: 'e' };

describe('the selector of a project rule', () => {
  it.each<[string, Selector, NamedEnvironment | null, string]>([
    ['non_prod', kind('non_prod'), null, 'allowed'],
    ['a non-prod environment', id, dev, 'allowed'],
    ['both, in agreement', { ...kind('non_prod'), ...id }, dev, 'allowed'],
    ['its own project', { project_id: 'p', ...kind('non_prod') }, null, 'allowed'],
    ['nothing', {}, null, 'selector_empty'],
    ['only its own project', { project_id: 'p' }, null, 'env_constraint_missing'],
    ['no environment constraint', { operation: 'read' }, null, 'env_constraint_missing'],
    ['an environment name only', { environment: 'dev' }, null, 'env_constraint_missing'],
    ['prod alone', kind('prod'), null, 'env_constraint_missing'],
    ['an unknown kind alone', kind('staging'), null, 'env_kind_invalid'],
    ['an unknown kind beside an environment', { ...kind('staging'), ...id }, dev, 'env_kind_invalid'],
    ['prod with a non-prod environment', { ...kind('prod'), ...id }, dev, 'env_kind_id_inconsistent'],
    ['non_prod with a prod environment', { ...kind('non_prod'), ...id }, live, 'env_kind_id_inconsistent'],
    ['a prod environment', id, live, 'prod_policy_not_allowed_for_scope'],
    ['prod with a prod environment', { ...kind('prod'), ...id }, live, 'prod_policy_not_allowed_for_scope'],
    ['an environment of another project', id, foreign, 'policy_environment_not_in_project'],
    ['an environment that does not exist', id, null, 'policy_environment_not_in_project'],
    ['another project', { project_id: 'q', ...kind('non_prod') }, null, 'policy_selector_mismatch'],
    ['an unknown provider type', { provider_type: 'x', ...kind('non_prod') }, null, 'provider_type_invalid'],
    ['an empty provider type', { provider_type: '', ...kind('non_prod') }, null, 'provider_type_invalid'],
    ['an unknown operation', { operation: 'cross_team', ...kind('non_prod') }, null, 'operation_invalid'],
    ['an empty operation', { operation: '', ...kind('non_prod') }, null, 'operation_invalid'],
  ])('with %s', (_case, selector, environment, expected) => {
    expect(verdict(selector, PROJECT, environment)).toBe(expected);
  });

  it.each<[string, Selector, NamedEnvironment | null, string]>([
    [
      'project before provider type',
      { project_id: 'q', provider_type: 'x' },
      null,
      'policy_selector_mismatch',
    ],
    ['provider type before operation', { provider_type: 'x', operation: 'x' }, null, 'provider_type_invalid'],
    ['operation before the missing constraint', { operation: 'x' }, null, 'operation_invalid'],
    ['operation before an unknown kind', { operation: 'x', ...kind('x') }, null, 'operation_invalid'],
    ['unknown kind before the missing constraint', { ...kind('x'), type: 'read' }, null, 'env_kind_invalid'],
    ['unknown kind before foreign environment', { ...kind('x'), ...id }, foreign, 'env_kind_invalid'],
    [
      'foreign before inconsistent',
      { ...kind('non_prod'), ...id },
      foreign,
      'policy_environment_not_in_project',
    ],
    ['foreign before prod', id, foreign, 'policy_environment_not_in_project'],
    ['inconsistent before prod', { ...kind('non_prod'), ...id }, live, 'env_kind_id_inconsistent'],
  ])('reports the first of two violations: %s', (_case, selector, environment, expected) => {
    expect(verdict(selector, PROJECT, environment)).toBe(expected);
  });
});

describe('the selector of a team rule', () => {
  it.each<[string, Record<string, string>, string]>([
    ['non_prod', { environment_kind: 'non_prod' }, 'allowed'],
    ['nothing', {}, 'selector_empty'],
    ['no kind', { operation: 'read' }, 'env_constraint_missing'],
    ['prod', { environment_kind: 'prod' }, 'env_constraint_missing'],
    ['an unknown kind', { environment_kind: 'x' }, 'env_kind_invalid'],
    ['an unknown operation', { environment_kind: 'x', operation: 'x' }, 'operation_invalid'],
    ['an empty operation', { environment_kind: 'non_prod', operation: '' }, 'operation_invalid'],
    ['a project', { environment_kind: 'non_prod', project_id: 'p' }, 'policy_selector_mismatch'],
    ['an environment', { environment_kind: 'non_prod', environment_id: 'e' }, 'policy_selector_mismatch'],
    ['its own team', { environment_kind: 'non_prod', team_id: 't' }, 'policy_selector_mismatch'],
    [
      'an unknown provider type',
      { environment_kind: 'non_prod', provider_type: 'x' },
      'provider_type_invalid',
    ],
    ['a project and an unknown operation', { project_id: 'p', operation: 'x' }, 'policy_selector_mismatch'],
  ])('with %s', (_case, selector, expected) => {
    expect(verdict(selector, TEAM)).toBe(expected);
  });
});

describe('the selector of a platform rule', () => {
  it.each<[string, Selector, string]>([
    ['nothing', {}, 'allowed'],
    ['prod', kind('prod'), 'allowed'],
    ['known values', { provider_type: 'vault', operation: 'reveal', ...kind('non_prod') }, 'allowed'],
    ['an unknown provider type', { provider_type: 'x' }, 'provider_type_invalid'],
    ['an empty provider type', { provider_type: '' }, 'provider_type_invalid'],
    ['an inherited name', { provider_type: 'constructor' }, 'provider_type_invalid'],
    ['an unknown operation', { operation: 'cross_team' }, 'operation_invalid'],
    ['an empty operation', { operation: '' }, 'operation_invalid'],
    ['an unknown kind', kind('staging'), 'env_kind_invalid'],
    ['an unknown kind beside an environment', { ...kind('staging'), ...id }, 'env_kind_invalid'],
    ['all unknown', { provider_type: 'x', operation: 'x', ...kind('x') }, 'provider_type_invalid'],
    ['operation and kind unknown', { operation: 'x', ...kind('x') }, 'operation_invalid'],
  ])('with %s', (_case, selector, expected) => {
    expect(reasonOf(() => assertKnownValues(selector))).toBe(expected);
  });
});

describe('the priority of a scoped rule', () => {
  it('must be below the cap, which the error names', () => {
    expect(() => assertBelowCap(8999, 9000)).not.toThrow();
    for (const priority of [9000, 9001]) {
      expect(() => assertBelowCap(priority, 9000)).toThrow(
        expect.objectContaining({ code: 'policy_priority_reserved', extra: { priority_cap: 9000 } }),
      );
    }
  });
});
