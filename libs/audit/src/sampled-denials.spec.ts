import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cache } from '#libs/cache';
import { createCache } from '../../cache/src/create-cache.js';
import { requireRedis } from '../../../tools/redis.js';
import { withoutAuditPartitions } from '../../../test/support/database-state.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { Audit } from './audit.js';
import { SampledDenials } from './sampled-denials.js';

describe('SampledDenials', () => {
  let test: TestDatabase;
  let server: Awaited<ReturnType<typeof requireRedis>>;
  let caches: Cache[];
  let processes: SampledDenials[];
  let source: string;
  beforeAll(async () => {
    [test, server] = await Promise.all([createTestDatabase(), requireRedis()]);
  });
  afterAll(async () => {
    await Promise.all([test.drop(), server.stop()]);
  });
  beforeEach(() => {
    caches = [createCache(server.url), createCache(server.url)];
    processes = caches.map((cache) => new SampledDenials(new Audit(test.database), cache));
    source = randomUUID();
  });
  afterEach(() => Promise.all(caches.map((cache) => cache.close())));

  const refuse = (nth: number, action = 'auth.agent', code = 'unauthorized'): Promise<void> =>
    processes[nth % 2]!.record(
      { actor: 'anonymous', action, resource: null, status: 'denied', metadata: { source } },
      { source, code },
    );
  const counts = async (): Promise<unknown[]> => {
    const sql = `SELECT action, metadata->'count' AS count FROM audit_events WHERE metadata->>'source' = $1
      ORDER BY action, (metadata->>'count')::int`;
    return (await test.database.query<{ action: string; count: number }>(sql, [source])).map(
      ({ action, count }) => `${action} ${count}`,
    );
  };

  it('writes the 1st, 10th, 100th and 1000th denial, counted over two processes', async () => {
    await Promise.all(Array.from({ length: 1234 }, (_, nth) => refuse(nth)));
    expect(await counts()).toEqual(['auth.agent 1', 'auth.agent 10', 'auth.agent 100', 'auth.agent 1000']);
  });

  it('counts action, code and source separately', async () => {
    for (const nth of [0, 1, 2]) {
      await refuse(nth);
      await refuse(nth, 'auth.agent', 'agent_revoked');
      await refuse(nth, 'access.denied', 'unauthorized');
    }
    expect(await counts()).toEqual(['access.denied 1', 'auth.agent 1', 'auth.agent 1']);
    source = randomUUID();
    await refuse(0);
    expect(await counts()).toEqual(['auth.agent 1']);
  });

  it('counts per process while the cache is unavailable', async () => {
    await Promise.all(caches.map((cache) => cache.close()));
    for (let nth = 0; nth < 24; nth += 1) await refuse(nth);
    expect(await counts()).toEqual(['auth.agent 1', 'auth.agent 1', 'auth.agent 10', 'auth.agent 10']);
  });

  it('fails when it cannot write the event, and does not count it', async () => {
    await withoutAuditPartitions(test.url, async () => {
      for (const nth of [0, 1, 2]) await expect(refuse(nth)).rejects.toThrow();
    });
    await refuse(0);
    expect(await counts()).toEqual(['auth.agent 1']);
  });
});
