import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../test/matrix/document.js';
import { listCalls } from './list-calls.js';

/** The path without its query, whatever its parameters are called. */
const shapeOf = (path: string): string => path.replace(/[?,].*$/, '').replaceAll(/\{\w+\}/g, '{}');

const lists = OPERATIONS.filter(({ verb, operation }) => verb === 'GET' && isPaged(operation)).map(
  ({ path }) => shapeOf(path.replace('/api/v1', '')),
);
const measured = listCalls.map(({ name }) => shapeOf(name.replace(/^GET /, '')));

function isPaged({ parameters = [] }: (typeof OPERATIONS)[number]['operation']): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === 'limit');
}

describe('the benchmark of growth', () => {
  it('names existing lists of the API', () => expect(lists.length).toBeGreaterThan(25));

  it('measures every list of the API', () => {
    expect(lists.filter((path) => !measured.includes(path))).toEqual([]);
  });
});
