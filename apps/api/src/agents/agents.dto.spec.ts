import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { MintBody } from './agents.dto.js';

const faults = (scope: unknown): number =>
  validateSync(plainToInstance(MintBody, { name: 'one', scope })).length;

describe('the scope of a minted agent', () => {
  it('is an object that names a cluster', () => {
    expect(faults({ cluster: 'main' })).toBe(0);
  });

  it.each([[[]], [[{ cluster: 'main' }]], [{}], [null], [undefined], ['main'], [1]])('is not %j', (scope) => {
    expect(faults(scope)).toBe(1);
  });
});
