import { describe, expect, it } from '@jest/globals';
import { readJson } from '../http/json-reader.js';
import { requestValidation } from '../http/request-validation.pipe.js';
import { GrantRoleBody } from './user-roles.dto.js';

const ID = '01900000-0000-7000-8000-00000000000a';

function read(members: string): Promise<GrantRoleBody> {
  const body = readJson(Buffer.from(`{"user_id":"${ID}","role_id":"${ID}"${members}}`));
  return requestValidation().transform(body, {
    type: 'body',
    metatype: GrantRoleBody,
  }) as Promise<GrantRoleBody>;
}

describe('the body of a grant', () => {
  it.each(['null', '[]', '{}', '"x"', '{"team_id":null}', '{"team_id":{"a":[]}}', '{"cluster":"a"}'])(
    'keeps the scope %s unchanged, for the service to validate',
    async (scope) => {
      expect(JSON.stringify((await read(`,"scope":${scope}`)).scope)).toBe(scope);
    },
  );

  it('distinguishes an absent scope from null', async () => {
    expect((await read('')).scope).toBeUndefined();
  });

  it.each([
    '"scopes":{}',
    '"constructor":{}',
    '"prototype":{}',
    '"__proto__":{}',
    '"scope":{"constructor":"x"}',
    '"scope":{"prototype":{}}',
    '"scope":{"team_id":{"constructor":1}}',
  ])('refuses %s', async (member) => {
    await expect((async () => read(`,${member}`))()).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
