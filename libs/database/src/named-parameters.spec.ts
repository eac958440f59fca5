import { describe, expect, it } from '@jest/globals';
import { namedParameters } from './named-parameters.js';

describe('named parameters', () => {
  const statement = namedParameters('UPDATE t SET a = :first, b = :second::uuid WHERE c = :first');

  it('are numbered in order of appearance, one number per name', () => {
    expect(statement.sql).toBe('UPDATE t SET a = $1, b = $2::uuid WHERE c = $1');
    expect(statement.bind({ second: null, first: 'x' })).toEqual(['x', null]);
  });

  it('leave casts and literals unchanged', () => {
    const sql = `SELECT 'wrap:' || id, now()::text FROM wraps`;
    expect(namedParameters(sql).sql).toBe(sql);
    expect(namedParameters(sql).bind({})).toEqual([]);
  });

  it.each([
    ['lacks a value', 'lacks a value for second', { first: 1 }],
    ['is undefined', 'lacks a value for first', { first: undefined, second: 2 }],
    ['is none of the statement', 'no parameter third', { first: 1, second: 2, third: 3 }],
  ])('reject a name that %s', (_, message, values) => {
    expect(() => statement.bind(values)).toThrow(message);
  });
});
