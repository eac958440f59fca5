import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewJob } from './job.js';
import { openQueueWorld, type QueueWorld } from './testing/queue-world.js';

const CONNECTION = randomUUID();
let world: QueueWorld;

beforeAll(async () => {
  world = await openQueueWorld(CONNECTION, 20);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.database.query('DELETE FROM jobs');
  world.owner.told.length = 0;
  world.owner.refuse = null;
});

const events = (id: string): Promise<{ action: string; status: string; actor: string; metadata: object }[]> =>
  world.db.database.query(
    'SELECT action, status, actor, metadata FROM audit_events WHERE resource = $1 ORDER BY occurred_at, id',
    [`job:${id}`],
  );

/** The owner of the one kind has hooks; the other kind has none, so that one statement does it all. */
const WAYS = [
  ['whose owner is asked', 'connectivity_check', [{ wrap_id: 'w', key_name: 'k' }]],
  ['whose owner has nothing to say', 'discover', []],
] as const;

describe.each(WAYS)('claiming jobs %s', (_, kind, wraps) => {
  const enqueue = (job: Partial<NewJob> = {}): Promise<string> => world.enqueue({ kind, ...job });

  it('gives each of 500 jobs to exactly one of 16 agents, and each can be completed once', async () => {
    const ids: string[] = [];
    while (ids.length < 500) ids.push(await enqueue());
    const agents = await Promise.all(Array.from({ length: 16 }, () => world.agent()));
    const claimed = await Promise.all(agents.map((agent) => drain(agent)));
    expect(claimed.flat().sort()).toEqual([...ids].sort());
    const rows = await world.db.database.query<{ status: string; count: string }>(
      'SELECT status, count(*) FROM jobs WHERE attempt = 1 GROUP BY status',
    );
    expect(rows).toEqual([{ status: 'succeeded', count: '500' }]);
  });

  async function drain(agent: Awaited<ReturnType<QueueWorld['agent']>>): Promise<string[]> {
    const ids: string[] = [];
    for (let job = await world.claims.claim(agent); job; job = await world.claims.claim(agent)) {
      ids.push(job.id);
      await world.completion.complete(agent.agentId, job.id, { status: 'succeeded', attempt: job.attempt });
    }
    return ids;
  }

  it('claims the oldest job first, with the wraps of its owner, and audits it', async () => {
    const [first, agent] = [await enqueue(), await world.agent()];
    await enqueue();
    const job = await world.claims.claim(agent);
    expect(job).toMatchObject({
      id: first,
      status: 'claimed',
      attempt: 1,
      wraps,
    });
    expect(await events(first)).toMatchObject([
      { action: 'job.enqueue', actor: 'system:test', status: 'success' },
      { action: 'job.claim', actor: `agent:${agent.agentId}`, status: 'success', metadata: { attempt: 1 } },
    ]);
  });

  it('offers a job with an expired lease to the next agent, as a new attempt', async () => {
    const [id, slow, next] = [await enqueue(), await world.agent(), await world.agent()];
    await world.claims.claim(slow);
    expect(await world.claims.claim(next)).toBeNull();
    await world.expireLease(id);
    expect(await world.claims.claim(next)).toMatchObject({ id, attempt: 2, agentId: next.agentId });
    expect(await events(id)).toMatchObject([
      {},
      {},
      { action: 'job.lease_expired', metadata: { attempt: 1, agent_id: slow.agentId } },
      { action: 'job.claim', metadata: { attempt: 2 } },
    ]);
  });

  it('gives a job with an expired lease to one of many agents only', async () => {
    const [id, slow] = [await enqueue(), await world.agent()];
    await world.claims.claim(slow);
    await world.expireLease(id);
    const agents = await Promise.all(Array.from({ length: 16 }, () => world.agent()));
    const jobs = await Promise.all(agents.map((agent) => world.claims.claim(agent)));
    expect(jobs.filter((job) => job !== null)).toHaveLength(1);
  });

  it('fails a job after five attempts and continues with the next', async () => {
    const [id, agent] = [await enqueue(), await world.agent()];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await world.claims.claim(agent)).toMatchObject({ id, attempt });
      await world.expireLease(id);
    }
    const next = await enqueue();
    expect(await world.claims.claim(agent)).toMatchObject({ id: next });
    expect(await world.row(id)).toMatchObject({ status: 'failed', attempt: 5, error: 'lease_exhausted' });
    expect(world.owner.told).toEqual(kind === 'discover' ? [] : [`failed ${id} lease_exhausted`]);
    expect((await events(id)).at(-1)).toMatchObject({
      action: 'job.complete',
      status: 'failure',
      metadata: { error_kind: 'lease_exhausted' },
    });
  });

  it('offers an agent the jobs of its connection, and those of its cluster without one', async () => {
    const agent = await world.agent();
    await enqueue({ connectionId: randomUUID() });
    await enqueue({ connectionId: null, clusterName: 'west' });
    expect(await world.claims.claim(agent)).toBeNull();
    const unbound = await enqueue({
      connectionId: null,
      target: { name: 'old', type: 'vault', scope: {} },
    });
    expect(await world.claims.claim(agent)).toMatchObject({ id: unbound, target: { name: 'old' } });
  });

  it('offers a minted agent every job of its cluster', async () => {
    const minted = await world.agent({ connectionId: null, clusterName: 'west' });
    await enqueue();
    const west = await enqueue({ connectionId: randomUUID(), clusterName: 'west' });
    expect(await world.claims.claim(minted)).toMatchObject({ id: west });
    expect(await world.claims.claim(minted)).toBeNull();
  });

  it('offers nothing to an agent that may no longer claim', async () => {
    const [id, agent] = [await enqueue(), await world.agent()];
    await world.revoke(agent);
    expect(await world.claims.claim(agent)).toBeNull();
    expect(await world.row(id)).toMatchObject({ status: 'queued', attempt: 0 });
  });

  it('renews only the leases named and held', async () => {
    const [a, b] = [await enqueue(), await enqueue()];
    const [agent, other] = [await world.agent(), await world.agent()];
    await world.claims.claim(agent);
    await world.claims.claim(agent);
    await world.expireLease(a);
    await world.expireLease(b);
    await world.claims.renew(agent.agentId, [a]);
    await world.claims.renew(other.agentId, [b]);
    expect(await world.claims.claim(other)).toMatchObject({ id: b, attempt: 2 });
    expect(await world.claims.claim(other)).toBeNull();
  });
});

describe('the owner of a claimed job', () => {
  it('ends a job that its owner refuses', async () => {
    const [id, agent] = [await world.enqueue(), await world.agent()];
    world.owner.refuse = 'request_ended';
    expect(await world.claims.claim(agent)).toBeNull();
    expect(await world.row(id)).toMatchObject({ status: 'failed', error: 'request_ended' });
    expect((await events(id)).map((event) => event.action)).toEqual(['job.enqueue', 'job.complete']);
  });

  it('leaves the job queued when the hook fails', async () => {
    const [id, agent] = [await world.enqueue(), await world.agent()];
    world.owner.breakWith = new Error('owner is broken');
    await expect(world.claims.claim(agent)).rejects.toThrow('owner is broken');
    expect(await world.row(id)).toMatchObject({ status: 'queued', attempt: 0, agent_id: null });
  });
});
