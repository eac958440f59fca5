import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ConnectionPool } from '#libs/database';
import { LoadMonitor } from './load-monitor.js';

describe('a process', () => {
  let now: number;
  let pool: { waiting: number; limit: number };
  let monitor: LoadMonitor;
  beforeEach(() => {
    [now, pool] = [0, { waiting: 0, limit: 20 }];
    jest.useFakeTimers({ doNotFake: ['performance'] });
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    monitor = new LoadMonitor(pool as ConnectionPool, 250);
    monitor.onApplicationBootstrap();
  });
  afterEach(() => {
    monitor.onApplicationShutdown();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Lets so many samples be taken, each that long after the one before: 20 ms without a lag. */
  function sample(times: number, afterMs = 20): void {
    for (let n = 0; n < times; n += 1) {
      now += afterMs;
      jest.advanceTimersToNextTimer();
    }
  }

  it('is overloaded after more than a second with a lag of 300 ms, and for a second afterwards', () => {
    sample(4, 320);
    expect(monitor.overload).toBeNull();
    sample(1, 320);
    expect(monitor.overload).toBe('event_loop');
    sample(49);
    expect(monitor.overload).toBe('event_loop');
    sample(1);
    expect(monitor.overload).toBeNull();
  });

  it('is not overloaded by a single pause', () => {
    sample(5);
    sample(1, 1500);
    expect(monitor.overload).toBeNull();
    sample(60);
    expect(monitor.overload).toBeNull();
  });

  it('is overloaded when callers wait for the database for more than a second, but not by a shorter burst of them', () => {
    pool.waiting = 101;
    sample(50);
    expect(monitor.overload).toBeNull();
    pool.waiting = 0;
    sample(1);
    expect(monitor.overload).toBeNull();
    pool.waiting = 101;
    sample(52);
    expect(monitor.overload).toBe('database_pool');
  });
});
