import { describe, expect, it } from '@jest/globals';
import { lacksApproval } from './lacks-approval.js';

describe('lacksApproval', () => {
  it.each([
    ['prod', 0, true],
    ['prod', 1, false],
    ['non_prod', 0, false],
    ['non_prod', 1, false],
    [null, 0, true],
  ] as const)('returns for %s with %i approvers: %s', (kind, minApprovers, lacks) => {
    expect(lacksApproval({ minApprovers }, kind)).toBe(lacks);
  });
});
