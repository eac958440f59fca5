import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT_KINDS } from '#libs/policy-engine';
import { ENVIRONMENT_TYPES, environmentKind } from './environment-kind.js';

describe('the kind of an environment', () => {
  it('defaults to prod only for the type prod', () => {
    expect(ENVIRONMENT_TYPES.map((type) => `${type}: ${environmentKind(type)}`)).toEqual([
      'dev: non_prod',
      'staging: non_prod',
      'uat: non_prod',
      'prod: prod',
      'other: non_prod',
    ]);
  });

  it.each(ENVIRONMENT_TYPES)('is the given kind for type %s', (type) => {
    expect(ENVIRONMENT_KINDS.map((kind) => environmentKind(type, kind))).toEqual(['non_prod', 'prod']);
  });
});
