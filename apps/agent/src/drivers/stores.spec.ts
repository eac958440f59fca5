import { describe, expect, it } from '@jest/globals';
import { type DevKv, startDevKv } from '../../../../tools/dev-kv/start-dev-kv.js';
import type { JobConnection } from '../control-plane/job.js';
import { ManualClock } from '../testing/manual-clock.js';
import { storeSettingsFor } from '../testing/store-settings-for.js';
import { Stores } from './stores.js';

const { signal } = new AbortController();
const TOKEN = 'hvs.stores';

describe('stores', () => {
  // A member that is not part of the store's address creates no other limiter.
  const connection = (id: string, address: string): JobConnection => {
    const scope = { address, kvMount: 'secret', projectId: id };
    return { id, name: id, type: 'vault', scope, authMethod: null };
  };

  it('share one limiter between the connections of one address, and none with another', async () => {
    const clock = new ManualClock();
    const now = clock.now;
    const kvs: DevKv[] = [];
    for (const requests of [0, 99]) {
      kvs.push(await startDevKv({ token: TOKEN, rateLimit: { requests, seconds: 9, now } }));
    }
    const [busy, idle] = kvs as [DevKv, DevKv];
    const addresses = [busy.url, idle.url];
    const stores = new Stores(
      storeSettingsFor(TOKEN, {}, { addresses }),
      { concurrency: 9, perSecond: 0 },
      clock,
    );
    const check = async (id: string, address: string): Promise<void> =>
      (await stores.open(connection(id, address), signal)).check();
    await expect(check('one', busy.url)).rejects.toMatchObject({ code: 'store_throttled' });
    const before = clock.elapsed;
    await check('three', idle.url);
    expect(clock.elapsed).toBe(before);
    await expect(check('two', `${busy.url}/`)).rejects.toMatchObject({ code: 'store_throttled' });
    // The second connection waits for the pause that the store asked of the first.
    expect(clock.waits.filter((ms) => ms === 9000).length).toBeGreaterThan(6);
    await Promise.all(kvs.map((kv) => kv.stop()));
  });
});
