import { describe, expect, it } from '@jest/globals';
import { overloadOf } from './overload.js';

const idle = { lagMs: 0, maxLagMs: 250, waiting: 0, connections: 20 };

describe('a process', () => {
  it.each([
    ['is not overloaded at the limit of the lag', { lagMs: 250 }, null, null],
    ['is overloaded by more lag than that', { lagMs: 251 }, null, 'event_loop'],
    ['has another limit of the lag where one is set', { lagMs: 500, maxLagMs: 500 }, null, null],
    ['is never overloaded by its lag without a limit', { lagMs: 5000, maxLagMs: 0 }, 'event_loop', null],
    ['stays overloaded while the lag is over half the limit', { lagMs: 126 }, 'event_loop', 'event_loop'],
    ['is relieved at half the limit', { lagMs: 125 }, 'event_loop', null],
    ['is not overloaded by five callers a connection that wait', { waiting: 100 }, null, null],
    ['is overloaded by one more', { waiting: 101 }, null, 'database_pool'],
    ['stays overloaded while over half as many wait', { waiting: 51 }, 'database_pool', 'database_pool'],
    ['is relieved when half as many wait', { waiting: 50 }, 'database_pool', null],
    ['has another limit with a larger pool', { waiting: 101, connections: 40 }, null, null],
    ['is not held to half of a limit that it was not over', { waiting: 99 }, 'event_loop', null],
    ['names the event loop where both are over', { lagMs: 300, waiting: 500 }, 'database_pool', 'event_loop'],
  ] as const)('%s', (_name, load, before, overload) =>
    expect(overloadOf({ ...idle, ...load }, before)).toBe(overload),
  );
});
