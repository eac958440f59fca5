import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { openWorld, type World } from '../../requests/src/testing/request-world.js';
import { sealWraps } from './seal-wraps.js';
import { CONSUME_WRAP } from './wrap-conditions.js';
import type { WrapAudience } from './stored-wrap.js';
import { WrapExpiry } from './wrap-expiry.js';
import { WrapReadModel } from './wraps.read-model.js';
import { WrapStore } from './wraps.store.js';

let world: World;
let store: WrapStore;
let readModel: WrapReadModel;
let requestId: string;

beforeAll(async () => {
  world = await openWorld();
  store = world.app.get(WrapStore, { strict: false });
  readModel = world.app.get(WrapReadModel, { strict: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  requestId = await world.submitRead(['user']);
});

const sealed = (audience: WrapAudience, ...names: string[]) => {
  const values = names.map((name) => [name, SecretBytes.fromUtf8(name)] as const);
  return sealWraps(world.keys, requestId, audience, new Map(values));
};
/** Writes wraps that live so many seconds; returns their ids by key name. */
async function written(audience: WrapAudience, seconds: number, ...names: string[]) {
  const wraps = await sealed(audience, ...names);
  await world.database.transaction((tx) => store.insertAll(tx, wraps, seconds));
  return Object.fromEntries(wraps.map(({ id, keyName }) => [keyName, id]));
}
/** For how many minutes more each wrap of the request lives, in whole ones; null once its ciphertext is gone. */
async function minutes(): Promise<Record<string, number | null>> {
  const rows = await world.database.query<{ name: string; left: number | null }>(
    `SELECT audience || ' ' || key_name AS name, CASE WHEN ciphertext IS NOT NULL
      THEN round(extract(epoch FROM expires_at - clock_timestamp()) / 60)::int END AS left
      FROM wraps WHERE request_id = $1 ORDER BY 1`,
    [requestId],
  );
  return Object.fromEntries(rows.map(({ name, left }) => [name, left]));
}

describe('the lifetime of wraps', () => {
  beforeEach(async () => {
    await written('requester', 3600, 'user', 'password', 'spent');
    await written('agent', 3600, 'user');
    await world.database.query(
      `UPDATE wraps SET consumed_at = clock_timestamp(), ciphertext = NULL, nonce = NULL, wrapped_key = NULL
        WHERE request_id = $1 AND key_name = 'spent'`,
      [requestId],
    );
  });

  it('is renewed for the live wraps of one audience of one request', async () => {
    const renewed = await world.database.transaction((tx) => store.renew(tx, requestId, 'requester', 7200));
    expect(renewed.map(({ keyName }) => keyName).sort()).toEqual(['password', 'user']);
    expect(await minutes()).toEqual({
      'agent user': 60,
      'requester password': 120,
      'requester spent': null,
      'requester user': 120,
    });
  });

  it('is shortened, never extended, for the live wraps of one audience', async () => {
    const end = (seconds: number) =>
      world.database.transaction((tx) => store.endWithin(tx, requestId, 'requester', seconds));
    expect((await end(1800)).map(({ keyName }) => keyName)).toEqual(['password', 'user']);
    const cut = { 'agent user': 60, 'requester password': 30, 'requester spent': null, 'requester user': 30 };
    expect(await minutes()).toEqual(cut);
    await end(5400);
    expect(await minutes()).toEqual(cut);
  });

  it('ends at once for the given wraps', async () => {
    const { id } = (await readModel.ofAgent(world.database, requestId))[0]!;
    await world.database.transaction((tx) => store.endNow(tx, [id]));
    expect((await readModel.ofAgent(world.database, requestId))[0]!.status).toBe('expired');
    expect(await minutes()).toMatchObject({ 'requester password': 60, 'requester user': 60 });
  });

  it('ends for one audience or both when the request ends', async () => {
    await world.database.transaction((tx) => store.destroyForRequest(tx, requestId, 'agent'));
    expect(await minutes()).toMatchObject({ 'agent user': null, 'requester user': 60 });
    await world.database.transaction((tx) => store.destroyForRequest(tx, requestId));
    expect(Object.values(await minutes())).toEqual([null, null, null, null]);
  });
});

describe('the wraps of a request', () => {
  it('are all stored or none', async () => {
    await written('requester', 60, 'user');
    await expect(written('requester', 60, 'password', 'user')).rejects.toMatchObject({ code: 'wrap_exists' });
    expect(Object.keys(await minutes())).toEqual(['requester user']);
    expect(await written('requester', 60)).toEqual({});
  });

  it('are summarized by key name for one audience with their status', async () => {
    const ids = await written('requester', 60, 'user', 'api', 'password');
    await written('agent', 60, 'zone', 'bucket');
    await world.database.transaction((tx) => store.endNow(tx, [ids['password']!]));
    const named = (rows: readonly { keyName: string; status: string }[]) =>
      rows.map(({ keyName, status }) => `${keyName} ${status}`);
    const db = world.database;
    const own = await readModel.ofRequester(db, requestId);
    expect(named(own)).toEqual(['api available', 'password expired', 'user available']);
    expect(own[0]).toEqual({ ...own[0], id: ids['api'], expiresAt: expect.any(Date) });
    const ofAgent = await readModel.ofAgent(db, requestId);
    expect(named(ofAgent)).toEqual(['bucket available', 'zone available']);
    expect(await readModel.findForAgent(db, ids['api']!)).toBeNull();
    expect(await readModel.findForAgent(db, ofAgent[0]!.id)).toMatchObject({
      keyName: 'bucket',
      status: 'available',
    });
  });

  it('report how they ended: retrieved at, expired, or destroyed', async () => {
    const ids = await written('requester', 60, 'taken', 'over', 'unseen');
    await world.database.transaction((tx) => store.endNow(tx, [ids['over']!]));
    await world.database.query(`UPDATE wraps SET ${CONSUME_WRAP} WHERE id = $1`, [ids['taken']]);
    await world.database.transaction((tx) => store.destroyExpired(tx, 10));
    await world.database.transaction((tx) => store.destroyForRequest(tx, requestId));
    const ends = (await readModel.ofRequester(world.database, requestId)).map(
      ({ keyName, status, consumedAt, destroyedAt }) => [keyName, status, consumedAt, destroyedAt],
    );
    expect(ends).toEqual([
      ['over', 'expired', null, null],
      ['taken', 'consumed', expect.any(Date), null],
      ['unseen', 'expired', null, expect.any(Date)],
    ]);
  });

  it('exclude replaced ones', async () => {
    await written('requester', 60, 'user');
    await world.database.transaction((tx) => store.destroyForRequest(tx, requestId));
    const shown = async () => (await readModel.ofRequester(world.database, requestId)).map(({ id }) => id);
    expect(await shown()).toHaveLength(1);
    const { user } = await written('requester', 60, 'user');
    expect(await shown()).toEqual([user]);
  });
});

describe('the wraps of a job', () => {
  let jobId: string;
  beforeEach(async () => {
    const [job] = await world.database.query<{ id: string }>(
      `INSERT INTO jobs (id, kind, request_id, cluster_name, correlation_id)
        VALUES (gen_random_uuid(), 'read', $1, 'east', gen_random_uuid()) RETURNING id`,
      [requestId],
    );
    jobId = job!.id;
  });
  const post = async (attempt: number, name: string) => {
    const [wrap] = await sealed('requester', name);
    const timed = { ...wrap!, jobId, attempt, ttlSeconds: 60 };
    return world.database.transaction((tx) => store.insert(tx, timed));
  };
  const count = (attempt: number) =>
    world.database.transaction((tx) => store.countForJob(tx, jobId, attempt));

  it('are replaced by those of the next attempt (D54)', async () => {
    await post(1, 'user');
    await post(2, 'password');
    expect([await count(1), await count(2), await count(3)]).toEqual([1, 1, 0]);
    await world.database.transaction((tx) => store.destroyEarlierAttempts(tx, jobId, 2));
    expect([await count(1), await count(2)]).toEqual([0, 1]);
    await post(2, 'user');
    expect(await count(2)).toBe(2);
  });
});

describe('the wrap sweeper', () => {
  it('reports its lag as the age of the oldest expired ciphertext', async () => {
    const expiry = world.app.get(WrapExpiry, { strict: false });
    await expiry.sweep();
    expect(await expiry.lateness()).toBe(0);
    await written('requester', 60, 'user');
    expect(await expiry.lateness()).toBe(0);
    await world.outOfTime('wraps', requestId);
    expect(await expiry.lateness()).toBeGreaterThanOrEqual(1);
    await expiry.sweep();
    expect(await expiry.lateness()).toBe(0);
  });

  it('continues until no expired wrap has a ciphertext', async () => {
    const expiry = world.app.get(WrapExpiry, { strict: false });
    const names = Array.from({ length: 501 }, (_, n) => `key-${n}`);
    await written('requester', 60, ...names);
    await world.outOfTime('wraps', requestId);
    expect(await expiry.sweep()).toBe(501);
    expect(Object.values(await minutes()).every((left) => left === null)).toBe(true);
  });
});
