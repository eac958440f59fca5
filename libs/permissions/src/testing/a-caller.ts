import { randomUUID } from 'node:crypto';
import type { Caller } from '../caller.js';

/** Returns a caller for a test, with defaults for what the test does not set. */
export function aCaller(given: Pick<Caller, 'userId'> & Partial<Caller>): Caller {
  return {
    email: `${given.userId}@example.test`,
    displayName: null,
    sessionId: randomUUID(),
    grants: [],
    workload: null,
    lastMfaAt: null,
    mfaFresh: false,
    ...given,
  };
}
