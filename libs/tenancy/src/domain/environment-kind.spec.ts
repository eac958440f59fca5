import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT_KINDS, ENVIRONMENT_TYPES, environmentKind } from './environment-kind.js';

describe('the kind of an environment', () => {
  it('is prod for the label prod alone, where nobody says which', () => {
    expect(ENVIRONMENT_TYPES.map((type) => `${type}: ${environmentKind(type)}`)).toEqual([
      'dev: non_prod',
      'staging: non_prod',
      'uat: non_prod',
      'prod: prod',
      'other: non_prod',
    ]);
  });

  it.each(ENVIRONMENT_TYPES)('is what was said, whatever the label %s stands for', (type) => {
    expect(ENVIRONMENT_KINDS.map((kind) => environmentKind(type, kind))).toEqual(['non_prod', 'prod']);
  });
});
