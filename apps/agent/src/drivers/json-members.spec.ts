import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonMembers } from './json-members.js';

describe('jsonMembers', () => {
  it('keeps the text of numbers that JavaScript would round', () => {
    expect([...jsonMembers('{"n": 12345678901234567890, "f":1.10}')]).toEqual([
      ['n', '12345678901234567890'],
      ['f', '1.10'],
    ]);
  });

  it('ignores braces, commas and quotes inside strings', () => {
    const text = '{ "a" : "}\\",{" ,"b":{"c":["]",{}]} , "__proto__":null}';
    expect([...jsonMembers(text)]).toEqual([
      ['a', '"}\\",{"'],
      ['b', '{"c":["]",{}]}'],
      ['__proto__', 'null'],
    ]);
  });

  it('uses the last of several members with the same name, as JSON.parse does', () => {
    expect(jsonMembers('{"a":1,"a":2}').get('a')).toBe('2');
  });

  it('gives an empty map for an empty object', () => {
    expect(jsonMembers(' { } ').size).toBe(0);
  });

  it('splits any JSON object into texts that parse to its members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        const members = [...jsonMembers(text)].map(([name, raw]) => [name, JSON.parse(raw)]);
        expect(members).toEqual(Object.entries(JSON.parse(text) as object));
      }),
    );
  });
});
