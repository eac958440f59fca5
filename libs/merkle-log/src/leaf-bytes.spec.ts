import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leafBytes, type SealedEvent } from './leaf-bytes.js';
import { canonicalJson, type Json } from './canonical-json.js';

const EVENT: SealedEvent = {
  occurred_at: '2026-11-21T07:00:00.123456Z',
  id: '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41',
  actor: 'user:0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20',
  action: 'auth.login',
  resource: null,
  status: 'denied',
  metadata: { failed_login_count: 3, error_kind: 'wrong_password' },
  correlation_id: null,
};

describe('canonical JSON', () => {
  it('follows RFC 8785 §3.2.2 and §3.2.3', () => {
    const numbers: Json = [
      JSON.parse('333333333.33333329') as number,
      1e30,
      4.5,
      2e-3,
      0.000000000000000000000000001,
      -0,
    ];
    expect(canonicalJson(numbers)).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]');
    expect(canonicalJson({ string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/' })).toBe(
      '{"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const sorted = {
      '\u20ac': 'Euro',
      '\r': 'CR',
      '\ufb33': 'Dalet',
      '1': 'One',
      '\ud83d\ude00': 'Smile',
      '\u0080': 'Control',
      '\u00f6': 'o',
    };
    expect(Object.keys(JSON.parse(canonicalJson(sorted)) as object)[0]).toBe('1');
    expect(canonicalJson(sorted)).toBe(
      '{"\\r":"CR","1":"One","\u0080":"Control","ö":"o","€":"Euro","\ud83d\ude00":"Smile","\ufb33":"Dalet"}',
    );
    expect(canonicalJson({ literals: [null, true, false] })).toBe('{"literals":[null,true,false]}');
  });

  it('is the same for any order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as Json);
        const reversed = JSON.parse(text, (_key, each: unknown) =>
          typeof each === 'object' && each !== null && !Array.isArray(each)
            ? Object.fromEntries(Object.entries(each).reverse())
            : each,
        ) as Json;
        expect(canonicalJson(reversed)).toBe(text);
      }),
    );
  });

  it.each([
    [Number.NaN, 'not a JSON number'],
    [Number.POSITIVE_INFINITY, 'not a JSON number'],
    [undefined, 'not a JSON value'],
    [() => 1, 'not a JSON value'],
  ])('rejects %p', (value, why) => {
    expect(() => canonicalJson({ value: value as unknown as Json })).toThrow(new TypeError(why));
  });
});

describe('the leaf of an event', () => {
  it('has these exact bytes', () => {
    expect(Buffer.from(leafBytes(EVENT)).toString()).toBe(
      '{"action":"auth.login","actor":"user:0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20","correlation_id":null,' +
        '"id":"0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41","metadata":{"error_kind":"wrong_password","failed_login_count":3},' +
        '"occurred_at":"2026-11-21T07:00:00.123456Z","resource":null,"status":"denied"}',
    );
  });

  it('depends on every member and nothing else', () => {
    const bytes = Buffer.from(leafBytes(EVENT)).toString();
    for (const name of Object.keys(EVENT))
      expect(Buffer.from(leafBytes({ ...EVENT, [name]: 'other' })).toString()).not.toBe(bytes);
    expect(Buffer.from(leafBytes({ ...EVENT, leaf_index: 3 } as SealedEvent)).toString()).toBe(bytes);
  });
});
