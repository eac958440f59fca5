import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#libs/core';
import { PROVIDER_TYPES } from '#libs/connection-scope';
import { OPERATIONS, readSelector, REQUEST_TYPES, type SelectorUse } from './selector.js';

const PROJECT = '0190AAAA-0000-7000-8000-000000000001';

/** The faulty fields, or null when the selector is well formed. */
function faultsOf(raw: object, use: SelectorUse): string[] | null {
  try {
    readSelector(raw, use);
    return null;
  } catch (error) {
    const refusal = error as DomainError;
    expect(refusal.code).toBe('validation_failed');
    return (refusal.extra['fields'] as { field: string }[]).map(({ field }) => field);
  }
}

describe('readSelector', () => {
  it('accepts every known key and lower-cases ids', () => {
    const raw = {
      project_id: PROJECT,
      environment: 'dev',
      environment_kind: 'non_prod',
      environment_id: PROJECT,
      provider_type: 'vault',
      secret_ref_prefix: 'apps/',
      operation: 'reveal',
      type: 'cross_team',
      principal_kind: 'workload',
    };
    const lower = PROJECT.toLowerCase();
    expect(readSelector(raw, 'platform')).toEqual({ ...raw, project_id: lower, environment_id: lower });
  });

  it.each([
    ['an unknown key', { colour: 'red' }, ['selector']],
    ['an inherited name as a key', JSON.parse('{"__proto__": "x"}') as object, ['selector']],
    ['null', { environment: null }, ['selector.environment']],
    ['a number', { operation: 1 }, ['selector.operation']],
    ['a list', { environment_kind: ['non_prod'] }, ['selector.environment_kind']],
    ['an empty string', { secret_ref_prefix: '' }, ['selector.secret_ref_prefix']],
    ['an id that is no UUID', { environment_id: 'dev' }, ['selector.environment_id']],
    ['an unknown type', { type: 'reveal' }, ['selector.type']],
    ['an unknown kind of principal', { principal_kind: 'agent' }, ['selector.principal_kind']],
    ['no kind of principal', { principal_kind: '' }, ['selector.principal_kind']],
    ['a control character', { secret_ref_prefix: 'a\u0000b' }, ['selector.secret_ref_prefix']],
    ['a control character of Latin-1', { secret_ref_prefix: 'a\u009bb' }, ['selector.secret_ref_prefix']],
    ['a prefix too long', { secret_ref_prefix: 'a'.repeat(1025) }, ['selector.secret_ref_prefix']],
    ['two faults', { type: 'x', environment: '' }, ['selector.type', 'selector.environment']],
  ])('rejects %s from every author', (_case, raw, fields) => {
    for (const use of ['platform', 'project', 'team'] as const) {
      if (use === 'team' && 'environment_id' in raw) continue;
      expect(faultsOf(raw, use)).toEqual(fields);
    }
  });

  it.each([
    ['selector', 'has an unknown key', { colour: 'red' }],
    ['selector.operation', 'must be a string', { operation: 1 }],
    ['selector.environment', 'must not be empty', { environment: '' }],
    ['selector.project_id', 'must be a UUID', { project_id: `x${PROJECT}` }],
    ['selector.project_id', 'must be a UUID', { project_id: `${PROJECT}x` }],
    ['selector.type', 'is not a known value', { type: 'reveal' }],
    ['selector.environment', 'must be at most 200 characters', { environment: '😀'.repeat(201) }],
    [
      'selector.secret_ref_prefix',
      'must be at most 1024 characters',
      { secret_ref_prefix: 'a'.repeat(1025) },
    ],
    ['selector.secret_ref_prefix', 'must not hold control characters', { secret_ref_prefix: 'a\u007f' }],
  ])('reports for %s that it %s', (field, message, raw) => {
    expect(() => readSelector(raw, 'platform')).toThrow(
      expect.objectContaining({ extra: { fields: [{ field, message }] } }),
    );
  });

  it.each([
    { environment: '😀'.repeat(200) },
    { environment: 'a\u0000b' },
    { secret_ref_prefix: 'a'.repeat(1024) },
    ...PROVIDER_TYPES.map((provider_type) => ({ provider_type })),
    ...OPERATIONS.map((operation) => ({ operation })),
    ...REQUEST_TYPES.map((type) => ({ type })),
    { environment_kind: 'prod' },
    { environment_kind: 'non_prod' },
  ])('accepts %j unchanged', (raw) => {
    for (const use of ['platform', 'project', 'team'] as const) expect(readSelector(raw, use)).toEqual(raw);
  });

  it('accepts the providers, operations and request types of the specification', () => {
    expect(PROVIDER_TYPES).toEqual(['vault', 'cloud1-sm', 'cloud2-kv', 'cloud3-sm', 'orchestrator']);
    expect(OPERATIONS).toEqual(['read', 'patch', 'reveal']);
    expect(REQUEST_TYPES).toEqual(['patch', 'read', 'cross_team']);
  });

  it.each(['platform', 'project', 'team'] as const)(
    'accepts unknown values that a later check reports on a %s rule, but no empty string',
    (use) => {
      const unknown = { provider_type: 'bogus', operation: 'bogus', environment_kind: 'bogus' };
      expect(faultsOf(unknown, use)).toBeNull();
      expect(faultsOf({ provider_type: '', operation: '' }, use)).toBeNull();
      expect(faultsOf({ environment_kind: '' }, use)).toEqual(['selector.environment_kind']);
    },
  );

  it('accepts team selectors whose keys a later check rejects', () => {
    expect(faultsOf({ team_id: 'x', project_id: 'y', environment_id: 'z' }, 'team')).toBeNull();
    expect(faultsOf({ team_id: PROJECT }, 'project')).toEqual(['selector']);
    expect(faultsOf({ team_id: '' }, 'team')).toEqual(['selector.team_id']);
    expect(faultsOf({ team_id: 1 }, 'team')).toEqual(['selector.team_id']);
    expect(() => readSelector({ team_id: '' }, 'team')).toThrow(
      expect.objectContaining({
        extra: { fields: [{ field: 'selector.team_id', message: 'must not be empty' }] },
      }),
    );
  });
});
