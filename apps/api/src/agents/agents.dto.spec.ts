import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { requestValidation } from '../http/request-validation.pipe.js';
import { MintBody } from './agents.dto.js';

const read = (scope: unknown): Promise<unknown> =>
  requestValidation().transform({ name: 'one', scope }, { type: 'body', metatype: MintBody });

describe('the scope of a minted agent', () => {
  it('is an object that names a cluster', async () => {
    expect(await read({ cluster: 'main' })).toMatchObject({ scope: { cluster: 'main' } });
  });

  it.each([[[]], [[{ cluster: 'main' }]], [{}], [null], [undefined], ['main'], [1]])(
    'is not %j',
    async (scope) => {
      await expect(read(scope)).rejects.toMatchObject({ code: 'validation_failed' });
    },
  );
});
