import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobKind } from './job.js';
import { jobErrors } from './jobs.errors.js';
import { openQueueWorld, type QueueWorld } from './testing/queue-world.js';

const CONNECTION = randomUUID();
let world: QueueWorld;

beforeAll(async () => {
  world = await openQueueWorld(CONNECTION);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.database.query('DELETE FROM jobs');
  world.owner.told.length = 0;
});

const code = (error: unknown): string => (error as { code: string }).code;

async function claimedJob(kind: JobKind = 'connectivity_check'): Promise<{ id: string; agentId: string }> {
  const [id, agent] = [await world.enqueue({ kind }), await world.agent()];
  await world.claims.claim(agent);
  return { id, agentId: agent.agentId };
}

const complete = (
  agentId: string,
  id: string,
  status: 'succeeded' | 'failed',
  attempt?: number,
): Promise<string> => world.completion.complete(agentId, id, { status, attempt }).then(() => 'done', code);

const completions = async (id: string): Promise<string | undefined> => {
  const sql = "SELECT count(*) FROM audit_events WHERE action = 'job.complete' AND resource = $1";
  return (await world.db.database.query<{ count: string }>(sql, [`job:${id}`]))[0]?.count;
};

/** The owner of the one kind has hooks; the other kind has none, so that one statement does it all. */
describe.each(['connectivity_check', 'discover'] as const)('completing jobs of kind %s', (kind) => {
  it('is idempotent for the same report; another one is refused', async () => {
    const { id, agentId } = await claimedJob(kind);
    expect(await complete(agentId, id, 'succeeded')).toBe('done');
    expect(await complete(agentId, id, 'succeeded')).toBe('done');
    expect(await complete(agentId, id, 'failed')).toBe('job_not_claimed');
    expect(world.owner.told).toEqual(kind === 'discover' ? [] : [`succeeded ${id}`]);
    expect(await completions(id)).toBe('1');
  });

  it('counts once for 16 concurrent reports', async () => {
    const { id, agentId } = await claimedJob(kind);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => complete(agentId, id, i % 2 ? 'failed' : 'succeeded')),
    );
    expect(await completions(id)).toBe('1');
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(8);
    expect(answers.filter((answer) => answer === 'job_not_claimed')).toHaveLength(8);
  });

  it('refuses a report after another agent claimed the job', async () => {
    const { id, agentId } = await claimedJob(kind);
    await world.expireLease(id);
    const next = await world.agent();
    await world.claims.claim(next);
    expect(await complete(agentId, id, 'succeeded')).toBe('job_not_claimed');
    expect(await complete(next.agentId, id, 'succeeded', 1)).toBe('job_not_claimed');
    expect(world.owner.told).toEqual([]);
    expect(await complete(next.agentId, id, 'succeeded', 2)).toBe('done');
  });

  it('does not find a job that the agent never held', async () => {
    const { id } = await claimedJob(kind);
    const stranger = await world.agent();
    expect(await complete(stranger.agentId, id, 'succeeded')).toBe('job_not_found');
    expect(await complete(stranger.agentId, randomUUID(), 'succeeded')).toBe('job_not_found');
  });

  it('refuses a report on a job that ended meanwhile, whatever its status (D80)', async () => {
    const ends = {
      lease_exhausted: async (id: string) => {
        await world.db.database.query('UPDATE jobs SET attempt = 5 WHERE id = $1', [id]);
        await world.claims.claim(await world.agent());
      },
      connection_deleted: () =>
        world.db.database.transaction((tx) => world.queue.failOfConnection(tx, CONNECTION, 'system:test')),
      discovery_stale: (id: string) =>
        world.db.database.transaction((tx) => world.queue.end(tx, id, 'discovery_stale', 'system:test')),
    };
    for (const [error, end] of Object.entries(ends)) {
      const { id, agentId } = await claimedJob(kind);
      await world.expireLease(id);
      await end(id);
      expect(await complete(agentId, id, 'failed')).toBe('job_not_claimed');
      expect(await complete(agentId, id, 'succeeded')).toBe('job_not_claimed');
      expect(await world.row(id)).toMatchObject({ status: 'failed', error });
    }
  });

  it('is audited with the same events for every kind', async () => {
    const { id, agentId } = await claimedJob(kind);
    await world.completion.complete(agentId, id, { status: 'failed', error: 'no route', attempt: 1 });
    const [job] = await world.db.database.query<{ correlation_id: string }>(
      'SELECT correlation_id FROM jobs WHERE id = $1',
      [id],
    );
    const events = await world.db.database.query(
      `SELECT actor, action, status, metadata, correlation_id FROM audit_events
        WHERE resource = $1 AND actor <> 'system:test' ORDER BY occurred_at, id`,
      [`job:${id}`],
    );
    const by = { actor: `agent:${agentId}`, metadata: { kind, request_id: null, attempt: 1 }, ...job };
    expect(events).toEqual([
      { ...by, action: 'job.claim', status: 'success' },
      { ...by, action: 'job.complete', status: 'failure' },
    ]);
  });
});

describe('completing jobs', () => {
  it('leaves the job claimed when its owner reports it incomplete', async () => {
    const { id, agentId } = await claimedJob();
    world.owner.breakWith = jobErrors.incomplete();
    expect(await complete(agentId, id, 'succeeded')).toBe('job_incomplete');
    expect(await world.row(id)).toMatchObject({ status: 'claimed' });
  });

  it('stores the sanitized error, and passes only that to the owner', async () => {
    const { id, agentId } = await claimedJob();
    await world.completion.complete(agentId, id, {
      status: 'failed',
      error: 'refused hvs.CAESIJabc {"value":"x"}',
    });
    expect(await world.row(id)).toMatchObject({ status: 'failed', error: 'refused [redacted]' });
    expect(world.owner.told).toEqual([`failed ${id} refused [redacted]`]);
  });

  it('requeues the jobs of a revoked agent and refuses its late report', async () => {
    const { id, agentId } = await claimedJob();
    expect(await world.db.database.transaction((tx) => world.queue.releaseAgent(tx, agentId))).toEqual([id]);
    expect(await complete(agentId, id, 'succeeded')).toBe('job_not_claimed');
    expect(await world.claims.claim(await world.agent())).toMatchObject({ id, attempt: 2 });
  });

  it('fails the queued jobs of a deleted connection and keeps claimed ones', async () => {
    const { id: claimed } = await claimedJob();
    const queued = await world.enqueue();
    await world.db.database.transaction((tx) => world.queue.failOfConnection(tx, CONNECTION, 'system:test'));
    expect(await world.row(claimed)).toMatchObject({ status: 'claimed' });
    expect(await world.row(queued)).toMatchObject({ status: 'failed', error: 'connection_deleted' });
    expect(world.owner.told).toEqual([`failed ${queued} connection_deleted`]);
  });
});
