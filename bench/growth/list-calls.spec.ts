import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../test/matrix/document.js';
import { listCalls } from './list-calls.js';

type Operation = (typeof OPERATIONS)[number]['operation'];

/** The path without its query, whatever its parameters are called. */
const shapeOf = (path: string): string => path.replace(/[?,].*$/, '').replaceAll(/\{\w+\}/g, '{}');

const lists = OPERATIONS.filter(({ verb, operation }) => verb === 'GET' && hasParameter(operation, 'limit'));
const pathOf = (list: (typeof OPERATIONS)[number]): string => shapeOf(list.path.replace('/api/v1', ''));
const measured = listCalls.map(({ name }) => name.replace(/^GET /, ''));

function hasParameter({ parameters = [] }: Operation, name: string): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === name);
}

describe('the benchmark of growth', () => {
  it('names existing lists of the API', () => expect(lists.length).toBeGreaterThan(25));

  it('measures every list of the API', () => {
    const shapes = measured.map(shapeOf);
    expect(lists.map(pathOf).filter((path) => !shapes.includes(path))).toEqual([]);
  });

  it('measures every list that has a choice of orders with the newest first, page after page', () => {
    const ordered = lists.filter(({ operation }) => hasParameter(operation, 'order')).map(pathOf);
    expect(ordered.length).toBeGreaterThan(0);
    const newest = ordered.flatMap((path) => [
      `${path}?order=-created_at`,
      `${path}?order=-created_at&cursor={middle}`,
    ]);
    expect(newest.filter((call) => !measured.includes(call))).toEqual([]);
  });
});
