import { describe, expect, it } from '@jest/globals';
import type { Fleet } from './fleet.js';
import { inject } from './injection.js';
import type { KeyedCalls } from './load/keyed-calls.js';
import type { Fault } from './plan.js';

const fault: Fault = { kind: 'api-kill', target: 0, delayMs: 0, holdMs: 0, degree: 0, table: 'jobs' };

/** Returns a fleet whose first api is there from its third look on, and whose other servers do as they are told. */
function fleetOf(given: { locks?: number; hasOwnDisk?: boolean; refused?: string | null } = {}): Fleet {
  let looks = 0;
  const api = {
    name: 'api-0',
    get pid() {
      looks += 1;
      return looks < 3 ? null : 7;
    },
    end: async () => undefined,
  };
  const redis = { dropLocks: async () => given.locks ?? 0 };
  const postgres = {
    hasOwnDisk: given.hasOwnDisk ?? true,
    fillDisk: async () => given.refused ?? null,
    restart: async () => undefined,
  };
  return { apis: [api], redis, postgres } as unknown as Fleet;
}

describe('an injection', () => {
  it('is repeated until it has an effect', async () => {
    expect(await inject(fleetOf(), fault)).toEqual({ kind: 'api-kill', became: 'made', met: 'api-0 (7)' });
  });

  it('without an effect in time is reported', async () => {
    const made = await inject(fleetOf(), { ...fault, kind: 'redis-locks' }, 0);
    expect(made).toMatchObject({ kind: 'redis-locks', became: 'without effect' });
    expect(await inject(fleetOf({ locks: 2 }), { ...fault, kind: 'redis-locks' }, 0)).toMatchObject({
      ...{ became: 'made', met: '2 locks' },
    });
  });

  it('amid keyed calls reports how many it interrupted and when the last of them was acknowledged', async () => {
    const kind = 'keyed-restart';
    const during = async (keys: number, work: () => Promise<void>) => {
      await work();
      return { keys, acknowledgedAfterMs: 70 };
    };
    const fleet = (keys: number) => ({
      ...fleetOf(),
      keyed: { during: (work: () => Promise<void>) => during(keys, work) } as unknown as KeyedCalls,
    });
    expect(await inject(fleet(3), { ...fault, kind }, 0)).toEqual({
      ...{ kind, became: 'made', met: 'cut 3 keyed calls off', acknowledgedAfterMs: 70 },
    });
    expect(await inject(fleet(0), { ...fault, kind }, 0)).toMatchObject({ became: 'without effect' });
  });

  it('of a full disk counts only when the server refused something', async () => {
    const kind = 'postgres-disk-full';
    expect(await inject(fleetOf(), { ...fault, kind }, 0)).toMatchObject({ became: 'without effect' });
    const refused = 'refused 3 writes';
    expect(await inject(fleetOf({ refused }), { ...fault, kind }, 0)).toMatchObject({
      ...{ became: 'made', met: refused },
    });
    expect(await inject(fleetOf({ hasOwnDisk: false }), { ...fault, kind })).toMatchObject({
      became: 'left out',
    });
  });
});
