import { describe, expect, it } from '@jest/globals';
import type { JobConnection } from '../control-plane/job.js';
import { type DevKv, startDevKv } from '../../../../tools/dev-kv/start-dev-kv.js';
import { ManualPacing } from '../testing/manual-pacing.js';
import { storeSettingsFor } from '../testing/store-settings-for.js';
import { storeAddress } from './store-address.js';
import { Stores } from './stores.js';

const { signal } = new AbortController();
const TOKEN = 'hvs.stores';

describe('stores', () => {
  const connection = (id: string, address: string): JobConnection => {
    const scope = { address, kvMount: 'secret' };
    return { id, name: id, type: 'vault', scope, authMethod: null };
  };

  it('share one gate between the connections of one address, and none with another', async () => {
    const pacing = new ManualPacing();
    const now = pacing.now;
    const kvs: DevKv[] = [];
    for (const requests of [0, 99]) {
      kvs.push(await startDevKv({ token: TOKEN, rateLimit: { requests, seconds: 9, now } }));
    }
    const [busy, idle] = kvs as [DevKv, DevKv];
    const stores = new Stores(storeSettingsFor(TOKEN), { concurrency: 9, perSecond: 0 }, pacing);
    const check = async (id: string, address: string): Promise<void> =>
      (await stores.open(connection(id, address), signal)).check();
    await expect(check('one', busy.url)).rejects.toMatchObject({ code: 'store_throttled' });
    const before = pacing.clock;
    await check('three', idle.url);
    expect(pacing.clock).toBe(before);
    await expect(check('two', `${busy.url}/`)).rejects.toMatchObject({ code: 'store_throttled' });
    // The pause that the first connection was told was sat out before the second one's first try.
    expect(pacing.waits.filter((ms) => ms === 9000).length).toBeGreaterThan(6);
    await Promise.all(kvs.map((kv) => kv.stop()));
  });
});

describe('the address of a store', () => {
  const address = (type: string, scope: Record<string, unknown>): string | undefined =>
    storeAddress({ type, scope }, storeSettingsFor(TOKEN))?.url.href;

  it.each([
    ['vault', { address: 'https://vault.example:8200' }, 'https://vault.example:8200/'],
    ['vault', { address: 'no address' }, undefined],
    ['vault', {}, undefined],
    ['cloud1-sm', { region: 'eu-central-1' }, 'https://secretsmanager.eu-central-1.amazonaws.com/'],
    ['cloud1-sm', { region: 'cn-north-1' }, 'https://secretsmanager.cn-north-1.amazonaws.com.cn/'],
    ['cloud1-sm', { region: 'x', endpoint: 'https://vpce.example' }, 'https://vpce.example/'],
    ['cloud2-kv', { vaultName: 'demo' }, 'https://demo.vault.azure.net/'],
    ['cloud3-sm', { projectId: 'p' }, 'https://secretmanager.googleapis.com/'],
    ['orchestrator', {}, undefined],
    ['paper', {}, undefined],
  ])('%s with %j is %s', (type, scope, expected) => expect(address(type, scope)).toBe(expected));
});
