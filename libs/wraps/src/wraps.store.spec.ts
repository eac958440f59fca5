import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { openWorld, type World } from '../../requests/src/testing/request-world.js';
import { sealWraps } from './seal-wraps.js';
import { openWrap } from './stored-wrap.js';
import { WrapExpiry } from './wrap-expiry.js';
import { WrapReadModel } from './wraps.read-model.js';
import { WrapStore } from './wraps.store.js';

describe('wraps for an agent', () => {
  let world: World;
  let store: WrapStore;
  let readModel: WrapReadModel;
  let requestId: string;
  let wrapId: string;

  beforeAll(async () => {
    world = await openWorld();
    store = world.app.get(WrapStore, { strict: false });
    readModel = world.app.get(WrapReadModel, { strict: false });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    requestId = await world.submitPatch({ key: Buffer.from('s3cret') });
    wrapId = (await readModel.ofAgent(world.database, requestId))[0]!.id;
  });

  const consume = (id = wrapId, request = requestId) =>
    world.database.transaction((tx) => store.consumeForAgent(tx, { wrapId: id, requestId: request }));
  const row = async () =>
    (
      await world.database.query<Record<string, unknown>>(
        `SELECT ciphertext IS NULL AND nonce IS NULL AND wrapped_key IS NULL AS empty, consumed_at IS NOT NULL AS consumed,
          destroyed_at IS NOT NULL AS destroyed FROM wraps WHERE id = $1`,
        [wrapId],
      )
    )[0];

  it('are retrieved once by 64 concurrent calls, and their ciphertext is deleted', async () => {
    const loaded = await readModel.findForAgent(world.database, wrapId);
    expect(Buffer.from((await openWrap(loaded!, world.keys)).reveal()).toString()).toBe('s3cret');
    const consumed = await Promise.all(Array.from({ length: 64 }, () => consume()));
    expect(consumed.filter(Boolean)).toHaveLength(1);
    expect(await row()).toEqual({ empty: true, consumed: true, destroyed: false });
    const spent = await readModel.findForAgent(world.database, wrapId);
    await expect(openWrap(spent!, world.keys)).rejects.toThrow('no ciphertext');
  });

  it('are not returned for another request, after their expiry or their end', async () => {
    expect(await consume(wrapId, randomUUID())).toBe(false);
    expect(await consume(randomUUID())).toBe(false);
    await world.outOfTime('wraps', requestId);
    expect(await consume()).toBe(false);
    await world.database.transaction((tx) => store.destroyForRequest(tx, requestId));
    expect([await consume(), await row()]).toEqual([
      false,
      { empty: true, consumed: false, destroyed: true },
    ]);
  });

  it('are unique per key until destroyed', async () => {
    const insert = async (): Promise<unknown> => {
      const values = new Map([['key', SecretBytes.fromUtf8('again')]]);
      const [wrap] = await sealWraps(world.keys, requestId, 'agent', values);
      const timed = { ...wrap!, jobId: null, attempt: null, ttlSeconds: 60 };
      return world.database.transaction((tx) => store.insert(tx, timed));
    };
    await expect(insert()).rejects.toMatchObject({ code: 'wrap_exists' });
    await world.database.transaction((tx) => store.destroyForRequest(tx, requestId, 'requester'));
    await expect(insert()).rejects.toMatchObject({ code: 'wrap_exists' });
    await world.database.transaction((tx) => store.destroyForRequest(tx, requestId, 'agent'));
    expect(await insert()).toEqual({ expiresAt: expect.any(Date) });
  });

  it('lose their ciphertext to the sweeper after their expiry, and not before', async () => {
    const expiry = world.app.get(WrapExpiry, { strict: false });
    await expiry.sweep();
    expect(await row()).toMatchObject({ empty: false });
    await world.outOfTime('wraps', requestId);
    const [first, second] = await Promise.all([expiry.sweep(), expiry.sweep()]);
    expect([first + second, await row()]).toEqual([1, { empty: true, consumed: false, destroyed: true }]);
  });
});
