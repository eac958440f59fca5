import { describe, expect, it } from '@jest/globals';
import { sessionIdOf } from './session-id.js';

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the session id of a command-line sign-in', () => {
  it('is deterministic for a sign-in and unique between sign-ins', () => {
    const ids = Array.from({ length: 64 }, (_, index) => sessionIdOf(`request ${index}`));
    for (const id of ids) expect(id).toMatch(FORM);
    expect(new Set(ids).size).toBe(64);
    expect(sessionIdOf('request 0')).toBe(ids[0]);
  });
});
