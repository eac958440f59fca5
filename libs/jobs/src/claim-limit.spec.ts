import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openQueueWorld, type QueueWorld } from './testing/queue-world.js';

/** Maximum number of concurrent claims of a process. */
const LIMIT = 8;

const CONNECTION = randomUUID();
let world: QueueWorld;

beforeAll(async () => {
  world = await openQueueWorld(CONNECTION, 20);
});
afterAll(() => world.close());
beforeEach(() => world.db.database.query('DELETE FROM jobs'));

/** Starts as many claims of other agents as may run, which wait for the table until released. */
async function reachLimit(): Promise<{ release(): Promise<void> }> {
  const others = await Promise.all(
    Array.from({ length: LIMIT }, () => world.agent({ connectionId: randomUUID() })),
  );
  const runner = world.db.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE');
  const claims = Promise.all(others.map((other) => world.claims.claim(other)));
  return {
    release: async () => {
      await runner.commitTransaction();
      await runner.release();
      await claims;
    },
  };
}

describe('the limit of concurrent claims', () => {
  it.each([0, 30])(
    'claims no job for a poll of %s s that was aborted while it waited',
    async (waitSeconds) => {
      const [agent, id] = [await world.agent(), await world.enqueue({ kind: 'discover' })];
      const others = await reachLimit();
      const gone = new AbortController();
      const poll = world.polls.claim(agent, waitSeconds, gone.signal, () => Promise.resolve(true));
      gone.abort();
      await others.release();
      expect(await poll).toBeNull();
      expect(await world.row(id)).toMatchObject({ status: 'queued', attempt: 0 });
    },
  );

  it("includes claims that run their owner's hook", async () => {
    const agents = await Promise.all(Array.from({ length: 3 * LIMIT }, () => world.agent()));
    await Promise.all(agents.map(() => world.enqueue()));
    let [now, most] = [0, 0];
    const claimed = world.owner.claimed!.bind(world.owner);
    world.owner.claimed = async (tx, job) => {
      most = Math.max(most, (now += 1));
      await tx.query('SELECT pg_sleep(0.01)');
      now -= 1;
      return claimed(tx, job);
    };
    const jobs = await Promise.all(agents.map((agent) => world.claims.claim(agent)));
    world.owner.claimed = claimed;
    expect(new Set(jobs.map((job) => job?.id)).size).toBe(agents.length);
    expect(most).toBeLessThanOrEqual(LIMIT);
  });
});

it('an agent revoked before the hook of its claim runs gets no job', async () => {
  const [agent, id] = [await world.agent(), await world.enqueue()];
  const { database } = world.db;
  const transaction = database.transaction.bind(database);
  const spy = jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
    await world.revoke(agent);
    return transaction(work);
  });
  expect(await world.claims.claim(agent)).toBeNull();
  expect(spy).toHaveBeenCalledTimes(1);
  spy.mockRestore();
  expect(await world.row(id)).toMatchObject({ status: 'queued', attempt: 0 });
});
