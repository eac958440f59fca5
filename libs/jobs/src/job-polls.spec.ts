import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JobClaims } from './job-claims.js';
import { JobPolls } from './job-polls.js';
import type { ClaimedJob, Claimer } from './job.js';
import { openQueueWorld, type QueueWorld } from './testing/queue-world.js';

const CONNECTION = randomUUID();
const LISTENER = "application_name = 'countersign-jobs-listener' AND datname = current_database()";
let world: QueueWorld;

beforeAll(async () => {
  world = await openQueueWorld(CONNECTION);
  world.waiters.onModuleInit();
});
afterAll(() => world.close());
beforeEach(() => world.db.database.query('DELETE FROM jobs'));

interface Parked {
  readonly job: Promise<ClaimedJob | null>;
}

/** A poll that has looked once in vain and waits now. */
async function park(
  on: QueueWorld,
  agent: Claimer,
  stillActive = true,
  gone = new AbortController().signal,
): Promise<Parked> {
  let looked = (): void => undefined;
  const firstLook = new Promise<void>((resolve) => (looked = resolve));
  const claim: JobClaims['claim'] = async (...asked) => {
    const found = await on.claims.claim(...asked);
    looked();
    return found;
  };
  const polls = new JobPolls({ claim } as JobClaims, on.waiters);
  const job = polls.claim(agent, 30, gone, () => Promise.resolve(stillActive));
  await firstLook;
  return { job };
}

/** Resolves once the statement finds a row. */
async function until(sql: string): Promise<{ pid: number }> {
  for (;;) {
    const [row] = await world.db.database.query<{ pid: number }>(sql);
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const listening = (besides = 0): Promise<{ pid: number }> =>
  until(
    `SELECT pid FROM pg_stat_activity WHERE ${LISTENER} AND query IN ('LISTEN jobs', 'SELECT 1') AND state = 'idle' AND pid <> ${besides}`,
  );

describe('polling for jobs', () => {
  it('returns when a job is queued, long before the timeout', async () => {
    await listening();
    const started = performance.now();
    const { job } = await park(world, await world.agent());
    const id = await world.enqueue();
    expect(await job).toMatchObject({ id });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('wakes a minted agent of the cluster, too', async () => {
    await listening();
    const { job } = await park(world, await world.agent({ connectionId: null, clusterName: 'north' }));
    const id = await world.enqueue({ connectionId: randomUUID(), clusterName: 'north' });
    expect(await job).toMatchObject({ id });
  });

  it('gives one job to one of many waiting agents', async () => {
    await listening();
    const gone = new AbortController();
    const parked = await Promise.all(
      Array.from({ length: 8 }, async () => park(world, await world.agent(), true, gone.signal)),
    );
    await world.enqueue();
    expect(await Promise.race(parked.map(({ job }) => job))).not.toBeNull();
    gone.abort();
    const jobs = await Promise.all(parked.map(({ job }) => job));
    expect(jobs.filter((job) => job !== null)).toHaveLength(1);
  });

  it('lets one of many waiting agents query for one job, and one more find none', async () => {
    await listening();
    const gone = new AbortController();
    let looks = 0;
    const counting = {
      ...world,
      claims: { claim: (agent: Claimer) => ((looks += 1), world.claims.claim(agent)) },
    } as unknown as QueueWorld;
    const parked: Parked[] = [];
    for (let n = 0; n < 8; n += 1) parked.push(await park(counting, await world.agent(), true, gone.signal));
    await world.enqueue();
    await Promise.race(parked.map(({ job }) => job));
    await world.enqueue();
    await Promise.race(parked.slice(1).map(({ job }) => job));
    gone.abort();
    await Promise.all(parked.map(({ job }) => job));
    expect(looks).toBeLessThanOrEqual(8 + 2 * 2);
  });

  it('claims all jobs announced by one notification', async () => {
    await listening();
    const parked: Parked[] = [];
    for (let n = 0; n < 5; n += 1) parked.push(await park(world, await world.agent()));
    const ids = await world.enqueueAtOnce(5);
    const jobs = await Promise.all(parked.map(({ job }) => job));
    expect(jobs.map((job) => job?.id).sort()).toEqual([...ids].sort());
  });

  it('passes on to the next agent when the first may not claim the job', async () => {
    await listening();
    const revoked = await world.agent();
    const first = await park(world, revoked, false);
    const second = await park(world, await world.agent());
    await world.revoke(revoked);
    const id = await world.enqueue();
    expect(await first.job).toBeNull();
    expect(await second.job).toMatchObject({ id });
  });

  it('passes on to the next agent when the first has disconnected', async () => {
    await listening();
    const gone = new AbortController();
    let [looks, turn] = [0, (): void => undefined];
    const itsTurn = new Promise<void>((resolve) => (turn = resolve));
    const claim: JobClaims['claim'] = async (agent, wanted) => {
      if ((looks += 1) > 1) await itsTurn;
      return wanted!() ? world.claims.claim(agent, wanted) : null;
    };
    const inLine = { ...world, claims: { claim } } as unknown as QueueWorld;
    const first = await park(inLine, await world.agent(), true, gone.signal);
    const second = await park(world, await world.agent());
    const id = await world.enqueue();
    while (looks < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    gone.abort();
    turn();
    expect(await first.job).toBeNull();
    expect(await second.job).toMatchObject({ id });
  });

  it('is woken by a second NOTIFY when the first fails', async () => {
    await listening();
    const { job } = await park(world, await world.agent());
    const failing = jest.spyOn(world.db.database, 'query').mockRejectedValueOnce(new Error('no connection'));
    const id = await world.enqueue();
    expect(await job).toMatchObject({ id });
    expect(failing.mock.calls.filter(([sql]) => sql.includes('pg_notify'))).toHaveLength(2);
    failing.mockRestore();
  });

  it.each(['connectivity_check', 'discover'] as const)(
    'claims a %s job that another transaction locks when the poll is woken',
    async (kind) => {
      await listening();
      const { database, dataSource } = world.db;
      const other = dataSource.createQueryRunner();
      await other.startTransaction();
      const writeReally = database.write.bind(database);
      const write = jest.spyOn(database, 'write');
      let looks = 0;
      const claim: JobClaims['claim'] = async (agent, wanted) => {
        if ((looks += 1) === 2) {
          expect(await other.query('SELECT id FROM jobs FOR UPDATE')).toHaveLength(1);
          write.mockImplementationOnce(async (...statement) => {
            const found = await writeReally(...statement);
            await other.commitTransaction();
            return found;
          });
        }
        return world.claims.claim(agent, wanted);
      };
      const { job } = await park(
        { ...world, claims: { claim } } as unknown as QueueWorld,
        await world.agent(),
      );
      const id = await world.enqueue({ kind });
      expect(await job).toMatchObject({ id });
      write.mockRestore();
      await other.release();
    },
  );

  it('continues after its listening connection is killed', async () => {
    const { pid } = await listening();
    const { job } = await park(world, await world.agent());
    await world.db.database.query('SELECT pg_terminate_backend($1)', [pid]);
    const id = await world.enqueue();
    expect(await job).toMatchObject({ id });
    expect((await listening(pid)).pid).not.toBe(pid);
    const next = await park(world, await world.agent());
    const second = await world.enqueue();
    expect(await next.job).toMatchObject({ id: second });
  });

  it('ignores foreign notifications', async () => {
    await listening();
    const { job } = await park(world, await world.agent());
    for (const payload of ['', 'null', '5', '{', '{"connection": {}}']) {
      await world.db.database.query("SELECT pg_notify('jobs', $1)", [payload]);
    }
    const id = await world.enqueue();
    expect(await job).toMatchObject({ id });
  });

  it('queries by itself without a listener', async () => {
    const deaf = await openQueueWorld(CONNECTION);
    const { job } = await park(deaf, await deaf.agent());
    const id = await deaf.enqueue();
    expect(await job).toMatchObject({ id });
    await deaf.close();
  });

  it('returns no job after the timeout', async () => {
    const { signal } = new AbortController();
    expect(await world.polls.claim(await world.agent(), 1, signal, () => Promise.resolve(true))).toBeNull();
  });

  it('ends when the client disconnects, and claims nothing', async () => {
    const gone = new AbortController();
    const { job } = await park(world, await world.agent(), true, gone.signal);
    gone.abort();
    expect(await job).toBeNull();
    expect(await world.row(await world.enqueue())).toMatchObject({ status: 'queued' });
  });

  it('gives nothing to an agent revoked while it waits', async () => {
    await listening();
    const agent = await world.agent();
    const { job } = await park(world, agent, false);
    await world.revoke(agent);
    const id = await world.enqueue();
    expect(await job).toBeNull();
    expect(await world.row(id)).toMatchObject({ status: 'queued' });
  });

  it('returns at once on shutdown', async () => {
    const stopping = await openQueueWorld(CONNECTION);
    const { job } = await park(stopping, await stopping.agent());
    await stopping.waiters.onModuleDestroy();
    expect(await job).toBeNull();
    await stopping.db.drop();
  });
});
