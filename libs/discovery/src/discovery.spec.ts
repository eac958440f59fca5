import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { JobCompletion } from '#libs/jobs';
import { ProviderConnectionService } from '#libs/providers';
import type { DiscoveredSecret } from './domain/discovered-secret.js';
import { discoveryWorld, type DiscoveryWorld, found } from './testing/discovery-world.js';

let world: DiscoveryWorld;
beforeAll(async () => {
  world = await discoveryWorld();
});
afterAll(() => world.end());

describe('discover-now', () => {
  it('sets the status to running when it queues the job, and audits the start', async () => {
    const id = await world.connection();
    expect(await world.connectionRow(id)).toMatchObject({
      last_discover_status: null,
      possibly_stale: false,
    });
    const { jobId, correlationId } = await world.start(id);
    expect(await world.connectionRow(id)).toMatchObject({
      last_discover_status: 'running',
      last_discover_at: null,
    });
    expect((await world.audited('discover.start')).at(-1)).toEqual({
      actor: `user:${world.userId}`,
      resource: `provider_connection:${id}`,
      status: 'success',
      metadata: { job_id: jobId, cluster_name: 'east' },
    });
    const [job] = await world.db.database.query('SELECT kind, correlation_id FROM jobs WHERE id = $1', [
      jobId,
    ]);
    expect(job).toEqual({ kind: 'discover', correlation_id: correlationId });
  });

  it.each<[string, () => Promise<string>]>([
    ['connection_not_found', async () => newId()],
    ['connection_disabled', () => world.connection({ status: 'disabled', cluster_name: null })],
    ['discover_requires_cluster', () => world.connection({ cluster_name: null })],
    [
      'discovery_already_running',
      async () => {
        const id = await world.connection();
        await world.start(id);
        return id;
      },
    ],
  ])('is refused with %s', async (code, connection) => {
    const id = await connection();
    await expect(world.start(id)).rejects.toMatchObject({ code });
  });

  it('starts one run for 64 concurrent calls', async () => {
    const id = await world.connection();
    const ends = await Promise.allSettled(Array.from({ length: 64 }, () => world.start(id)));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    const codes = ends.flatMap((end) =>
      end.status === 'rejected' ? [(end.reason as { code: string }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['discovery_already_running']));
    const jobs = await world.db.database.query('SELECT id FROM jobs WHERE provider_connection_id = $1', [id]);
    expect(jobs).toHaveLength(1);
  });

  it('can be started after a success and after a failure', async () => {
    const id = await world.connection();
    await world.run(id);
    expect(await world.connectionRow(id)).toMatchObject({ last_discover_status: 'success' });
    const { agent, job } = await world.running(id);
    await world.complete(agent, job, 'store down');
    expect(await world.connectionRow(id)).toMatchObject({ last_discover_status: 'failure' });
    await world.start(id);
    expect(await world.connectionRow(id)).toMatchObject({
      last_discover_status: 'running',
      last_discover_error: null,
    });
  });
});

describe('a discovery run', () => {
  it('stores and audits how many entries its agent skipped, until the next run ends', async () => {
    const id = await world.connection();
    const counts = async () => {
      const row = await world.connectionRow(id);
      return [row.last_discover_skipped_secrets, row.last_discover_skipped_keys];
    };
    const { agent, job } = await world.running(id);
    const counted = { status: 'succeeded', skipped_secrets: 2, skipped_keys: 5 } as const;
    await world.get(JobCompletion).complete(agent.agentId, job.id, counted);
    expect(await counts()).toEqual([2, 5]);
    expect((await world.audited('discover.finish')).at(-1)).toMatchObject({
      metadata: { skipped_secrets: 2, skipped_keys: 5, missing: 0 },
    });
    await world.run(id);
    expect(await counts()).toEqual([null, null]);
    expect((await world.audited('discover.finish')).at(-1)?.metadata).not.toHaveProperty('skipped_keys');
  });

  it('stores what it finds, counts it, and audits it at its end', async () => {
    const id = await world.connection();
    const { agent, job } = await world.running(id);
    expect(await world.report(agent, job.id, [found('a'), found('b')])).toEqual({
      inserted: 2,
      updated: 0,
      unchanged: 0,
    });
    expect(await world.report(agent, job.id, [found('b', { version: '2' }), found('a'), found('c')])).toEqual(
      {
        inserted: 1,
        updated: 1,
        unchanged: 1,
      },
    );
    await world.complete(agent, job);
    expect(await world.secretsOf(id)).toMatchObject([
      {
        ref: 'a',
        cluster_name: 'east',
        provider: 'vault',
        keys: ['password'],
        labels: { env: 'dev' },
        version: '1',
      },
      { ref: 'b', version: '2', status: 'active' },
      { ref: 'c', status: 'active' },
    ]);
    expect((await world.audited('discover.finish')).at(-1)).toEqual({
      actor: `agent:${agent.agentId}`,
      resource: `provider_connection:${id}`,
      status: 'success',
      metadata: { job_id: job.id, inserted: 3, updated: 1, unchanged: 1, missing: 0 },
    });
    expect(await world.db.database.query('SELECT FROM discovery_pages WHERE job_id = $1', [job.id])).toEqual(
      [],
    );
  });

  it.each<[string, Partial<DiscoveredSecret>]>([
    ['keys', { keys: ['other'] }],
    ['labels', { labels: { env: 'prod' } }],
    ['version', { version: null }],
  ])('counts a change of %s and does not rewrite unchanged secrets', async (_, change) => {
    const id = await world.connection();
    await world.run(id, [found('a'), found('b')]);
    const place = () =>
      world.db.database.query<{ ref: string; ctid: string }>(
        'SELECT ref, ctid::text FROM secrets WHERE provider_connection_id = $1 ORDER BY ref',
        [id],
      );
    const [a, b] = await place();
    const { agent, job } = await world.running(id);
    expect(await world.report(agent, job.id, [found('a', change), found('b')])).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect((await place())[0]!.ctid).not.toBe(a!.ctid);
    expect((await place())[1]!.ctid).toBe(b!.ctid);
  });

  it('marks secrets that it did not see as missing, and finds them again', async () => {
    const id = await world.connection();
    await world.run(id, [found('kept'), found('gone')]);
    const [before] = (await world.secretsOf(id)).filter((row) => row.ref === 'kept');
    await world.run(id, [found('kept')]);
    const after = await world.secretsOf(id);
    expect(after.map((row) => [row.ref, row.status])).toEqual([
      ['kept', 'active'],
      ['gone', 'missing'],
    ]);
    expect((await world.audited('discover.finish')).at(-1)?.metadata).toMatchObject({
      missing: 1,
      unchanged: 1,
    });
    expect(after[0]!.last_seen_at.getTime()).toBeGreaterThan(before!.last_seen_at.getTime());
    expect(after[1]!.last_seen_at.getTime()).toBeLessThan(after[0]!.last_seen_at.getTime());
    const { agent, job } = await world.running(id);
    expect(await world.report(agent, job.id, [found('gone')])).toEqual({
      inserted: 0,
      updated: 1,
      unchanged: 0,
    });
    await world.complete(agent, job);
    expect((await world.secretsOf(id)).map((row) => row.status)).toEqual(['missing', 'active']);
  });

  it('marks nothing as missing when it fails', async () => {
    const id = await world.connection();
    await world.run(id, [found('a'), found('b')]);
    const { agent, job } = await world.running(id);
    await world.report(agent, job.id, [found('a')]);
    await world.complete(agent, job, 'permission_denied');
    expect((await world.secretsOf(id)).map((row) => row.status)).toEqual(['active', 'active']);
    expect(await world.connectionRow(id)).toMatchObject({
      last_discover_status: 'failure',
      last_discover_error: 'permission_denied',
    });
    expect((await world.audited('discover.finish')).at(-1)).toMatchObject({
      status: 'failure',
      metadata: { job_id: job.id, error_kind: 'agent_reported' },
    });
  });

  it('counts only the secrets seen by its last attempt', async () => {
    const id = await world.connection();
    await world.run(id, [found('a'), found('b')]);
    const { agent, job } = await world.running(id);
    await world.report(agent, job.id, [found('a'), found('b')]);
    const sql = "UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE id = $1";
    await world.db.database.query(sql, [job.id]);
    const next = await world.agent(id);
    const again = await world.claim(next);
    expect(again).toMatchObject({ id: job.id, attempt: 2 });
    await expect(world.report(agent, job.id, [found('b')])).rejects.toMatchObject({
      code: 'job_not_claimed',
    });
    await world.report(next, job.id, [found('a')]);
    await world.complete(next, job);
    expect((await world.secretsOf(id)).map((row) => row.status)).toEqual(['active', 'missing']);
  });

  it('stores each secret once when pages arrive concurrently', async () => {
    const id = await world.connection();
    const { agent, job } = await world.running(id);
    const page = Array.from({ length: 50 }, (_, index) => found(`secret-${index}`));
    const counts = await Promise.all(Array.from({ length: 16 }, () => world.report(agent, job.id, page)));
    expect(counts.map((count) => count.inserted).sort()).toEqual([
      ...Array.from({ length: 15 }, () => 0),
      50,
    ]);
    expect(await world.secretsOf(id)).toHaveLength(50);
  });

  it('is visible only to the agent that runs it', async () => {
    const id = await world.connection();
    const { agent, job } = await world.running(id);
    const stranger = await world.agent(id);
    await expect(world.report(stranger, job.id, [])).rejects.toMatchObject({ code: 'job_not_found' });
    await expect(world.report(agent, newId(), [])).rejects.toMatchObject({ code: 'job_not_found' });
    await world.complete(agent, job);
    await expect(world.report(agent, job.id, [])).rejects.toMatchObject({ code: 'job_not_claimed' });
  });

  it("sanitizes the agent's error text", async () => {
    const id = await world.connection();
    const { agent, job } = await world.running(id);
    await world.complete(
      agent,
      job,
      `token hvs.CAESIJabcdef123 refused: {"errors":["x"]} ${'word '.repeat(100)}`,
    );
    const { last_discover_error: error } = await world.connectionRow(id);
    expect(error).toMatch(/^token \[redacted\] refused: word word/);
    expect(error!.length).toBeLessThanOrEqual(280);
  });
});

describe('disabling a connection', () => {
  it('keeps its secrets and lets a running discovery finish', async () => {
    const id = await world.connection();
    await world.run(id, [found('a')]);
    const { agent, job } = await world.running(id);
    await world.get(ProviderConnectionService).update(world.admin, id, { status: 'disabled' });
    await world.complete(agent, job, 'connection_disabled');
    expect(await world.connectionRow(id)).toMatchObject({ last_discover_status: 'failure' });
    expect(await world.secretsOf(id)).toMatchObject([{ status: 'active' }]);
  });
});
