import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { type ClaimedJob, JobClaims, JobCompletion } from '#libs/jobs';
import type { Claimer } from '../../../jobs/src/job.js';
import { SecretReadModel, type SecretRow } from '../catalogue/secrets.read-model.js';
import { ConnectionReadModel } from '../connection.read-model.js';
import type { DiscoveredSecret } from '../domain/discovered-secret.js';
import { ProviderConnectionService } from '../provider-connections.service.js';
import { type ProviderWorld, providerWorld } from '../testing/provider-world.js';
import { DiscoveryReports } from './discovery-reports.js';
import { DiscoverySchedule } from './discovery-schedule.js';
import { DiscoveryService } from './discovery.service.js';
import { StaleDiscoveries } from './stale-discoveries.js';

let world: ProviderWorld;
beforeAll(async () => {
  world = await providerWorld();
});
afterAll(() => world.end());
afterEach(async () => {
  // No connection of one test is due in another.
  await world.db.database.query('UPDATE provider_connections SET discover_enabled = false');
});

const start = (id: string) => world.get(DiscoveryService).startNow(world.admin, id);
const connectionRow = (id: string) => world.get(ConnectionReadModel).get(id);
const claim = async (agent: Claimer) => (await world.get(JobClaims).claim(agent)) as ClaimedJob;
const complete = (agent: Claimer, job: { id: string }, error?: string) =>
  world.get(JobCompletion).complete(agent.agentId, job.id, {
    status: error === undefined ? 'succeeded' : 'failed',
    error,
  });
const report = (agent: Claimer, jobId: string, secrets: DiscoveredSecret[]) =>
  world.get(DiscoveryReports).report(agent.agentId, jobId, secrets);
const found = (ref: string, over: Partial<DiscoveredSecret> = {}): DiscoveredSecret => ({
  ref,
  keys: ['password'],
  labels: { env: 'dev' },
  version: '1',
  ...over,
});
const secretsOf = async (id: string): Promise<SecretRow[]> => {
  const { rows } = await world.get(SecretReadModel).list({ labels: [] }, { limit: 1000, after: null });
  return rows.filter((row) => row.provider_connection_id === id);
};
const rewind = (id: string, seconds: number) =>
  world.db.database.query(
    `UPDATE provider_connections SET last_discover_started_at = last_discover_started_at - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );

/** A run on the connection, claimed by an agent of its own. */
async function running(id: string): Promise<{ agent: Claimer; job: ClaimedJob }> {
  await start(id);
  const agent = await world.agent(id);
  return { agent, job: await claim(agent) };
}

/** A whole run that finds these. */
async function run(id: string, ...pages: DiscoveredSecret[][]): Promise<void> {
  const { agent, job } = await running(id);
  for (const page of pages) await report(agent, job.id, page);
  await complete(agent, job);
}

describe('discover-now', () => {
  it('turns the status running as it queues the job, and audits the start', async () => {
    const id = await world.connection();
    expect(await connectionRow(id)).toMatchObject({ last_discover_status: null, possibly_stale: false });
    const { jobId, correlationId } = await start(id);
    expect(await connectionRow(id)).toMatchObject({
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
        await start(id);
        return id;
      },
    ],
  ])('is refused with %s', async (code, connection) => {
    const id = await connection();
    await expect(start(id)).rejects.toMatchObject({ code });
  });

  it('starts one run of 64 calls at once', async () => {
    const id = await world.connection();
    const ends = await Promise.allSettled(Array.from({ length: 64 }, () => start(id)));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    const codes = ends.flatMap((end) =>
      end.status === 'rejected' ? [(end.reason as { code: string }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['discovery_already_running']));
    const jobs = await world.db.database.query('SELECT id FROM jobs WHERE provider_connection_id = $1', [id]);
    expect(jobs).toHaveLength(1);
  });

  it('may follow a success and a failure', async () => {
    const id = await world.connection();
    await run(id);
    expect(await connectionRow(id)).toMatchObject({ last_discover_status: 'success' });
    const { agent, job } = await running(id);
    await complete(agent, job, 'store down');
    expect(await connectionRow(id)).toMatchObject({ last_discover_status: 'failure' });
    await start(id);
    expect(await connectionRow(id)).toMatchObject({
      last_discover_status: 'running',
      last_discover_error: null,
    });
  });
});

describe('a run', () => {
  it('keeps and audits what its agent counted and could not report, until the next run ends', async () => {
    const id = await world.connection();
    const counts = async () => {
      const row = await connectionRow(id);
      return [row.last_discover_skipped_secrets, row.last_discover_skipped_keys];
    };
    const { agent, job } = await running(id);
    const counted = { status: 'succeeded', skipped_secrets: 2, skipped_keys: 5 } as const;
    await world.get(JobCompletion).complete(agent.agentId, job.id, counted);
    expect(await counts()).toEqual([2, 5]);
    expect((await world.audited('discover.finish')).at(-1)).toMatchObject({
      metadata: { skipped_secrets: 2, skipped_keys: 5, missing: 0 },
    });
    await run(id);
    expect(await counts()).toEqual([null, null]);
    expect((await world.audited('discover.finish')).at(-1)?.metadata).not.toHaveProperty('skipped_keys');
  });

  it('writes what it finds, counts it, and says so at its end', async () => {
    const id = await world.connection();
    const { agent, job } = await running(id);
    expect(await report(agent, job.id, [found('a'), found('b')])).toEqual({
      inserted: 2,
      updated: 0,
      unchanged: 0,
    });
    expect(await report(agent, job.id, [found('b', { version: '2' }), found('a'), found('c')])).toEqual({
      inserted: 1,
      updated: 1,
      unchanged: 1,
    });
    await complete(agent, job);
    expect(await secretsOf(id)).toMatchObject([
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
  ])('counts other %s as a change, and does not rewrite what is as it was', async (_, change) => {
    const id = await world.connection();
    await run(id, [found('a'), found('b')]);
    const place = () =>
      world.db.database.query<{ ref: string; ctid: string }>(
        'SELECT ref, ctid::text FROM secrets WHERE provider_connection_id = $1 ORDER BY ref',
        [id],
      );
    const [a, b] = await place();
    const { agent, job } = await running(id);
    expect(await report(agent, job.id, [found('a', change), found('b')])).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect((await place())[0]!.ctid).not.toBe(a!.ctid);
    expect((await place())[1]!.ctid).toBe(b!.ctid);
  });

  it('marks as missing what it did not see, and finds it again', async () => {
    const id = await world.connection();
    await run(id, [found('kept'), found('gone')]);
    const [before] = (await secretsOf(id)).filter((row) => row.ref === 'kept');
    await run(id, [found('kept')]);
    const after = await secretsOf(id);
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
    const { agent, job } = await running(id);
    expect(await report(agent, job.id, [found('gone')])).toEqual({ inserted: 0, updated: 1, unchanged: 0 });
    await complete(agent, job);
    expect((await secretsOf(id)).map((row) => row.status)).toEqual(['missing', 'active']);
  });

  it('that failed marks nothing', async () => {
    const id = await world.connection();
    await run(id, [found('a'), found('b')]);
    const { agent, job } = await running(id);
    await report(agent, job.id, [found('a')]);
    await complete(agent, job, 'permission_denied');
    expect((await secretsOf(id)).map((row) => row.status)).toEqual(['active', 'active']);
    expect(await connectionRow(id)).toMatchObject({
      last_discover_status: 'failure',
      last_discover_error: 'permission_denied',
    });
    expect((await world.audited('discover.finish')).at(-1)).toMatchObject({
      status: 'failure',
      metadata: { job_id: job.id, error_kind: 'agent_reported' },
    });
  });

  it('counts as seen only what the attempt that ended it saw', async () => {
    const id = await world.connection();
    await run(id, [found('a'), found('b')]);
    const { agent, job } = await running(id);
    await report(agent, job.id, [found('a'), found('b')]);
    const sql = "UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE id = $1";
    await world.db.database.query(sql, [job.id]);
    const next = await world.agent(id);
    const again = await claim(next);
    expect(again).toMatchObject({ id: job.id, attempt: 2 });
    await expect(report(agent, job.id, [found('b')])).rejects.toMatchObject({ code: 'job_not_claimed' });
    await report(next, job.id, [found('a')]);
    await complete(next, job);
    expect((await secretsOf(id)).map((row) => row.status)).toEqual(['active', 'missing']);
  });

  it('writes each secret once when pages come at once', async () => {
    const id = await world.connection();
    const { agent, job } = await running(id);
    const page = Array.from({ length: 50 }, (_, index) => found(`secret-${index}`));
    const counts = await Promise.all(Array.from({ length: 16 }, () => report(agent, job.id, page)));
    expect(counts.map((count) => count.inserted).sort()).toEqual([
      ...Array.from({ length: 15 }, () => 0),
      50,
    ]);
    expect(await secretsOf(id)).toHaveLength(50);
  });

  it('is known to the agent that does it alone', async () => {
    const id = await world.connection();
    const { agent, job } = await running(id);
    const stranger = await world.agent(id);
    await expect(report(stranger, job.id, [])).rejects.toMatchObject({ code: 'job_not_found' });
    await expect(report(agent, newId(), [])).rejects.toMatchObject({ code: 'job_not_found' });
    await complete(agent, job);
    await expect(report(agent, job.id, [])).rejects.toMatchObject({ code: 'job_not_claimed' });
  });

  it('sanitizes what the agent says of a failure', async () => {
    const id = await world.connection();
    const { agent, job } = await running(id);
    await complete(agent, job, `token hvs.CAESIJabcdef123 refused: {"errors":["x"]} ${'word '.repeat(100)}`);
    const { last_discover_error: error } = await connectionRow(id);
    expect(error).toMatch(/^token \[redacted\] refused: word word/);
    expect(error!.length).toBeLessThanOrEqual(280);
  });
});

describe('the schedule', () => {
  const due = () => world.get(DiscoverySchedule).startDueConnections();
  const scheduled = (over = {}) =>
    world.connection({ discover_enabled: true, discover_interval_seconds: 600, ...over });

  it('starts connections that never ran, and each once however many schedules tick', async () => {
    const ids = [await scheduled(), await scheduled(), await scheduled()];
    const started = await Promise.all([due(), due(), due(), due()]);
    expect(started.reduce((sum, count) => sum + count)).toBe(3);
    for (const id of ids) expect((await connectionRow(id)).last_discover_status).toBe('running');
    expect((await world.audited('discover.start')).slice(-3).map((event) => event.actor)).toEqual(
      ids.map(() => 'system:discovery_scheduler'),
    );
  });

  it('leaves out connections that are disabled, not to be discovered, or running', async () => {
    await scheduled({ status: 'disabled' });
    await world.connection();
    await start(await scheduled());
    expect(await due()).toBe(0);
  });

  it('starts a connection again an interval after its last start, at most a tenth later', async () => {
    const id = await scheduled();
    await run(id);
    await rewind(id, 540);
    expect(await due()).toBe(0);
    await rewind(id, 130);
    expect(await due()).toBe(1);
  });

  it('spreads connections that started together', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => scheduled()));
    const at = new Date(Date.now() - 630_000);
    await world.db.database.query(
      `UPDATE provider_connections SET last_discover_status = 'success', last_discover_started_at = $2 WHERE id = ANY ($1)`,
      [ids, at],
    );
    const started = await due();
    expect(started).toBeGreaterThan(0);
    expect(started).toBeLessThan(40);
  });

  it('gives each run a correlation id of its own, which its events carry', async () => {
    const ids = [await scheduled(), await scheduled()];
    await due();
    const rows = await world.db.database.query<{ correlation_id: string }>(
      `SELECT DISTINCT e.correlation_id FROM audit_events e JOIN jobs j USING (correlation_id)
        WHERE e.resource = ANY ($1) AND e.action = 'discover.start'`,
      [ids.map((id) => `provider_connection:${id}`)],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('targets of the deprecated variable', () => {
  const target = (over = {}) => ({
    name: newId(),
    type: 'vault',
    clusterName: 'old-east',
    scope: { address: 'https://old.example.test' },
    intervalSeconds: 600,
    ...over,
  });
  const due = (...targets: ReturnType<typeof target>[]) =>
    world.get(DiscoverySchedule).startDueTargets(targets);

  it('are discovered by an agent of the cluster, one run at a time, into the catalogue', async () => {
    const old = target();
    const started = await Promise.all([due(old), due(old), due(old)]);
    expect(started.reduce((sum, count) => sum + count)).toBe(1);
    const minted = await world.agent(null, 'old-east');
    const job = await claim(minted);
    expect(job).toMatchObject({
      kind: 'discover',
      connectionId: null,
      target: { name: old.name, scope: old.scope },
    });
    expect(await report(minted, job.id, [found('a'), found('b')])).toMatchObject({ inserted: 2 });
    await complete(minted, job);
    expect(await due(old)).toBe(0);
    await world.db.database.query(
      "UPDATE discovery_targets SET last_discover_started_at = last_discover_started_at - interval '700 s'",
    );
    expect(await due(old)).toBe(1);
    const again = await claim(minted);
    expect(await report(minted, again.id, [found('a')])).toMatchObject({ unchanged: 1 });
    await complete(minted, again);
    const page = { limit: 10, after: null };
    const { rows } = await world.get(SecretReadModel).list({ clusterName: 'old-east', labels: [] }, page);
    expect(rows).toMatchObject([
      { ref: 'a', provider_connection_id: null, provider: 'vault', status: 'active' },
      { ref: 'b', status: 'missing' },
    ]);
  });

  it('are not needed once a connection is scheduled', async () => {
    expect(await world.get(DiscoverySchedule).hasConnections()).toBe(false);
    await world.connection({ discover_enabled: true });
    expect(await world.get(DiscoverySchedule).hasConnections()).toBe(true);
  });
});

describe('the stale sweeper', () => {
  const sweep = () => world.get(StaleDiscoveries).sweep();

  it('gives up a run that lasts longer than twice its interval, with its job, once', async () => {
    const id = await world.connection({ discover_interval_seconds: 60 });
    const { agent, job } = await running(id);
    await rewind(id, 100);
    expect(await sweep()).toBe(0);
    expect((await connectionRow(id)).possibly_stale).toBe(false);
    await rewind(id, 30);
    expect((await connectionRow(id)).possibly_stale).toBe(true);
    const swept = await Promise.all([sweep(), sweep(), sweep()]);
    expect(swept.reduce((sum, count) => sum + count)).toBe(1);
    expect(await connectionRow(id)).toMatchObject({
      last_discover_status: 'failure',
      last_discover_error: 'The run did not end within twice the discovery interval.',
      possibly_stale: false,
    });
    expect((await world.audited('discover.finish')).at(-1)).toMatchObject({
      actor: 'system:discovery_stale',
      status: 'failure',
      metadata: { job_id: job.id, error_kind: 'discovery_stale' },
    });
    await expect(report(agent, job.id, [found('late')])).rejects.toMatchObject({ code: 'job_not_claimed' });
    await expect(complete(agent, job)).rejects.toMatchObject({ code: 'job_not_claimed' });
    await start(id);
    expect((await connectionRow(id)).last_discover_status).toBe('running');
  });

  it('and the agent that reports at the same moment: one of them ends the run', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await world.connection({ discover_interval_seconds: 60 });
      const { agent, job } = await running(id);
      await rewind(id, 130);
      const [swept, told] = await Promise.allSettled([sweep(), complete(agent, job)]);
      const status = (await connectionRow(id)).last_discover_status;
      const events = (await world.audited('discover.finish')).filter(
        (event) => event.metadata['job_id'] === job.id,
      );
      expect(events).toHaveLength(1);
      expect(swept).toEqual({ status: 'fulfilled', value: status === 'failure' ? 1 : 0 });
      expect(told.status).toBe(status === 'success' ? 'fulfilled' : 'rejected');
    }
  });
});

describe('disabling a connection', () => {
  it('keeps its secrets and lets a running discovery end', async () => {
    const id = await world.connection();
    await run(id, [found('a')]);
    const { agent, job } = await running(id);
    await world.get(ProviderConnectionService).update(world.admin, id, { status: 'disabled' });
    await complete(agent, job, 'connection_disabled');
    expect(await connectionRow(id)).toMatchObject({ last_discover_status: 'failure' });
    expect(await secretsOf(id)).toMatchObject([{ status: 'active' }]);
  });
});
