import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectionPool } from '#libs/database';
import { eventually } from '../../../../test/support/eventually.js';
import { LoadMonitor } from './load-monitor.js';

/** Keeps the event loop for itself. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the event loop', () => {
  let monitor: LoadMonitor;
  beforeEach(() => {
    monitor = new LoadMonitor({ waiting: 0, limit: 20 } as ConnectionPool, 250);
    monitor.onApplicationBootstrap();
  });
  afterEach(() => monitor.onApplicationShutdown());

  /** Blocks it, and lets it do what has come due meanwhile. */
  async function stall(ms: number): Promise<void> {
    block(ms);
    await sleep(1);
    await immediate();
  }

  it('is overloaded after a second with a lag of 300 ms, and recovers', async () => {
    expect(monitor.overload).toBeNull();
    // A busy machine may come round in between.
    for (let round = 0; round < 40 && monitor.overload === null; round += 1) await stall(300);
    expect(monitor.overload).toBe('event_loop');
    await sleep(200);
    expect(monitor.overload).toBe('event_loop');
    await eventually(async () => monitor.overload === null, 'relieved');
  });

  it('is not overloaded by a single pause', async () => {
    await sleep(100);
    await stall(1500);
    expect(monitor.overload).toBeNull();
  });
});
