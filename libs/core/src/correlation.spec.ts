import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { adoptCorrelationId, ownCorrelationId, withCorrelation } from './correlation.js';
import { newId } from './new-id.js';

const OWN = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a correlation id', () => {
  it("is the client's when it is a UUID of a version other than 7", () => {
    const given = randomUUID();
    expect(adoptCorrelationId(given)).toBe(given);
    expect(adoptCorrelationId(given.toUpperCase())).toBe(given);
    for (const version of '1234568')
      expect(adoptCorrelationId(`0198a000-0000-${version}000-8000-00000000000a`)[14]).toBe(version);
  });

  it('is generated when the client sends a version 7 UUID or no UUID', () => {
    const own = newId();
    for (const sent of [
      own,
      own.toUpperCase(),
      own.replace(/-[89ab]/, '-0'),
      `${own} `,
      '',
      'x',
      undefined,
      [own],
    ]) {
      const adopted = adoptCorrelationId(sent);
      expect(adopted).toMatch(OWN);
      expect(adopted).not.toBe(own);
    }
  });

  it('of an access request is that of the call, unless the client chose it', () => {
    const [own, given] = [newId(), randomUUID()];
    expect(withCorrelation(own, ownCorrelationId)).toBe(own);
    expect(withCorrelation(given, ownCorrelationId)).toMatch(OWN);
    expect(ownCorrelationId()).toMatch(OWN);
  });
});
