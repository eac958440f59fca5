import { describe, expect, it } from '@jest/globals';
import { parseScope } from './parse-scope.js';

const ID = '01900000-0000-7000-8000-00000000000a';

describe('the scope of a new grant', () => {
  it.each([
    ['absent', undefined, {}],
    ['empty', {}, {}],
    ['a project', { project_id: ID }, { project_id: ID }],
    ['a team in upper case', { team_id: ID.toUpperCase() }, { team_id: ID }],
  ])('may be %s', (_, input, scope) => {
    expect(parseScope(input)).toEqual(scope);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a list with a scope', [{ team_id: ID }]],
    ['a string', ID],
    ['a number', 0],
    ['false', false],
    ['an unknown key', { environment_id: ID }],
    ['an unknown key beside a known one', { team_id: ID, cluster: 'a' }],
    ['two keys', { team_id: ID, project_id: ID }],
    ['a null id', { project_id: null }],
    ['a malformed id', { team_id: 'payments' }],
    ['an id with more before it', { team_id: `x${ID}` }],
    ['an id with more after it', { project_id: `${ID}0` }],
    ['a list of ids', { team_id: [ID] }],
    ['an own __proto__ member', JSON.parse('{"__proto__": {"team_id": "x"}}')],
    ['an own constructor member', { constructor: ID }],
  ])('is never widened by %s', (_, input) => {
    expect(() => parseScope(input)).toThrow(
      expect.objectContaining({ code: 'scope_invalid', kind: 'invalid' }),
    );
  });
});
