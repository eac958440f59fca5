import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { SecretReadModel } from '#libs/providers';
import { DiscoveryRunStore } from './discovery-runs.store.js';
import { DiscoverySchedulerTask } from './discovery-scheduler.task.js';
import { StaleDiscoveries } from './stale-discoveries.js';
import { discoveryWorld, type DiscoveryWorld, found } from './testing/discovery-world.js';

let world: DiscoveryWorld;
beforeAll(async () => {
  world = await discoveryWorld();
});
afterAll(() => world.end());
afterEach(async () => {
  // No connection of one test is due in another.
  await world.db.database.query('UPDATE provider_connections SET discover_enabled = false');
});

describe('the discovery schedule', () => {
  const due = () => world.get(DiscoverySchedulerTask).startDueConnections();
  const scheduled = (over = {}) =>
    world.connection({ discover_enabled: true, discover_interval_seconds: 600, ...over });

  it('starts connections that never ran, each once with any number of schedulers', async () => {
    const ids = [await scheduled(), await scheduled(), await scheduled()];
    const started = await Promise.all([due(), due(), due(), due()]);
    expect(started.reduce((sum, count) => sum + count)).toBe(3);
    for (const id of ids) expect((await world.connectionRow(id)).last_discover_status).toBe('running');
    expect((await world.audited('discover.start')).slice(-3).map((event) => event.actor)).toEqual(
      ids.map(() => 'system:discovery_scheduler'),
    );
  });

  it('skips connections that are disabled, not scheduled, or running', async () => {
    await scheduled({ status: 'disabled' });
    await world.connection();
    await world.start(await scheduled());
    expect(await due()).toBe(0);
  });

  it('starts a connection again one interval after its last start, at most a tenth later', async () => {
    const id = await scheduled();
    await world.run(id);
    await world.rewind(id, 540);
    expect(await due()).toBe(0);
    await world.rewind(id, 130);
    expect(await due()).toBe(1);
  });

  it('spreads out connections that started together', async () => {
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

  it('gives each run its own correlation id, also used by its events', async () => {
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
    world.get(DiscoverySchedulerTask).startDueTargets(targets);

  it('are discovered by an agent of the cluster, one run at a time', async () => {
    const old = target();
    const started = await Promise.all([due(old), due(old), due(old)]);
    expect(started.reduce((sum, count) => sum + count)).toBe(1);
    const minted = await world.agent(null, 'old-east');
    const job = await world.claim(minted);
    expect(job).toMatchObject({
      kind: 'discover',
      connectionId: null,
      target: { name: old.name, scope: old.scope },
    });
    expect(await world.report(minted, job.id, [found('a'), found('b')])).toMatchObject({ inserted: 2 });
    await world.complete(minted, job);
    expect(await due(old)).toBe(0);
    await world.db.database.query(
      "UPDATE discovery_targets SET last_discover_started_at = last_discover_started_at - interval '700 s'",
    );
    expect(await due(old)).toBe(1);
    const again = await world.claim(minted);
    expect(await world.report(minted, again.id, [found('a')])).toMatchObject({ unchanged: 1 });
    await world.complete(minted, again);
    const page = { limit: 10, after: null };
    const { rows } = await world.get(SecretReadModel).list({ clusterName: 'old-east', labels: [] }, page);
    expect(rows).toMatchObject([
      { ref: 'a', provider_connection_id: null, provider: 'vault', status: 'active' },
      { ref: 'b', status: 'missing' },
    ]);
  });

  it('are ignored once a connection is scheduled', async () => {
    expect(await world.get(DiscoveryRunStore).anyScheduledConnection()).toBe(false);
    await world.connection({ discover_enabled: true });
    expect(await world.get(DiscoveryRunStore).anyScheduledConnection()).toBe(true);
  });
});

describe('the stale sweeper', () => {
  const sweep = () => world.get(StaleDiscoveries).sweep();

  it('fails a run that takes longer than twice its interval, with its job, once', async () => {
    const id = await world.connection({ discover_interval_seconds: 60 });
    const { agent, job } = await world.running(id);
    await world.rewind(id, 100);
    expect(await sweep()).toBe(0);
    expect((await world.connectionRow(id)).possibly_stale).toBe(false);
    await world.rewind(id, 30);
    expect((await world.connectionRow(id)).possibly_stale).toBe(true);
    const swept = await Promise.all([sweep(), sweep(), sweep()]);
    expect(swept.reduce((sum, count) => sum + count)).toBe(1);
    expect(await world.connectionRow(id)).toMatchObject({
      last_discover_status: 'failure',
      last_discover_error: 'The run did not end within twice the discovery interval.',
      possibly_stale: false,
    });
    expect((await world.audited('discover.finish')).at(-1)).toMatchObject({
      actor: 'system:discovery_stale',
      status: 'failure',
      metadata: { job_id: job.id, error_kind: 'discovery_stale' },
    });
    await expect(world.report(agent, job.id, [found('late')])).rejects.toMatchObject({
      code: 'job_not_claimed',
    });
    await expect(world.complete(agent, job)).rejects.toMatchObject({ code: 'job_not_claimed' });
    await world.start(id);
    expect((await world.connectionRow(id)).last_discover_status).toBe('running');
  });

  it('ends a run once when the agent reports concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await world.connection({ discover_interval_seconds: 60 });
      const { agent, job } = await world.running(id);
      await world.rewind(id, 130);
      const [swept, told] = await Promise.allSettled([sweep(), world.complete(agent, job)]);
      const status = (await world.connectionRow(id)).last_discover_status;
      const events = (await world.audited('discover.finish')).filter(
        (event) => event.metadata['job_id'] === job.id,
      );
      expect(events).toHaveLength(1);
      expect(swept).toEqual({ status: 'fulfilled', value: status === 'failure' ? 1 : 0 });
      expect(told.status).toBe(status === 'success' ? 'fulfilled' : 'rejected');
    }
  });
});
