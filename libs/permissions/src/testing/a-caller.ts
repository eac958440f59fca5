import { randomUUID } from 'node:crypto';
import type { Caller } from '../caller.js';

/** Returns a signed-in user for a test; what the test doesn't care about is made up. */
export function aCaller(given: Pick<Caller, 'userId'> & Partial<Caller>): Caller {
  return {
    email: `${given.userId}@example.test`,
    displayName: null,
    sessionId: randomUUID(),
    grants: [],
    lastMfaAt: null,
    mfaFresh: false,
    ...given,
  };
}
