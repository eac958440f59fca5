import { describe, expect, it } from '@jest/globals';
import { Heartbeat } from './heartbeat.js';

describe('Heartbeat', () => {
  it('dates a beat of this process by the time at which it was written', () => {
    const heartbeat = new Heartbeat();
    heartbeat.note({ token: 'a', own: true }, 1_000);
    expect(heartbeat.staleness('a', 1_300)).toBe(300);
  });

  it("dates another process's beat by the previous answer, which did not contain it", () => {
    const heartbeat = new Heartbeat();
    heartbeat.note({ token: 'a', own: false }, 1_000);
    heartbeat.note({ token: 'b', own: false }, 2_000);
    heartbeat.note({ token: 'b', own: false }, 3_000);
    // Nothing is known of the time before the first answer.
    expect(['a', 'b'].map((token) => heartbeat.staleness(token, 3_500))).toEqual([Infinity, 2_500]);
  });

  it('reports a replica without a beat, or with an unknown one, as infinitely stale', () => {
    const heartbeat = new Heartbeat();
    heartbeat.note({ token: 'a', own: true }, 1_000);
    expect([undefined, 'lost in a failover'].map((token) => heartbeat.staleness(token, 1_000))).toEqual([
      Infinity,
      Infinity,
    ]);
  });

  it('forgets old beats', () => {
    const heartbeat = new Heartbeat();
    for (let n = 0; n < 100; n += 1) heartbeat.note({ token: String(n), own: true }, n);
    expect([heartbeat.staleness('39', 100), heartbeat.staleness('40', 100)]).toEqual([Infinity, 60]);
  });
});
