import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CacheContent } from '../support/cache-content.js';
import { stateOf, withoutAuditPartitions } from '../support/database-state.js';
import { OPERATIONS, type Route } from '../matrix/document.js';
import { send, type Shot } from './step.js';
import { STEPS } from './steps.js';
import { openTourWorld, type TourWorld } from './tour-world.js';

/** Every route whose success is in the audit log. */
const AUDITED = OPERATIONS.filter(({ name }) => (STEPS[name]?.events.length ?? 0) > 0);

describe('while no audit event can be written', () => {
  let world: TourWorld;
  let cache: CacheContent;
  const shots: [Route, Shot][] = [];
  beforeAll(async () => {
    world = await openTourWorld();
    cache = CacheContent.open(world.stack.redisUrl);
    for (const route of AUDITED) shots.push([route, await STEPS[route.name]!.prepare(world)]);
  }, 180_000);
  afterAll(async () => {
    cache?.disconnect();
    await world?.oidc.close();
  });

  /** Returns the keys of what the cache holds beside counts. */
  async function cached(): Promise<string[]> {
    const keys = await cache.keys('*');
    const values = await Promise.all(keys.map((key) => cache.get(key)));
    return keys.filter((_, n) => !/^\d+$/.test(values[n] ?? '0'));
  }

  it('every audited route answers 503, changes nothing, leaves nothing in the cache, and returns neither value nor credential', async () => {
    const { stack } = world;
    const [before, known] = [await stateOf(stack.databaseUrl), await cached()];
    const answers: string[] = [];
    await withoutAuditPartitions(stack.databaseUrl, async () => {
      for (const [route, shot] of shots) answers.push(`${route.name}: ${await send(route, shot)}`);
    });
    expect(answers).toEqual(
      shots.map(([{ name }, { fire }]) => `${name}: ${fire ? '503' : '503 dependency_unavailable'}`),
    );
    expect(await stateOf(stack.databaseUrl)).toEqual(before);
    expect((await cached()).filter((key) => !known.includes(key))).toEqual([]);
    expect(stack.apis[0]!.output()).not.toContain('unhandled error');
  }, 60_000);

  it('afterwards a handed-over step-up can still be answered, and a sign-in refused', async () => {
    const names = ['POST /api/v1/auth/cli/refuse', 'POST /api/v1/auth/mfa/handoff/{id}/response'];
    const again = shots.filter(([{ name }]) => names.includes(name));
    expect(await Promise.all(again.map(([route, shot]) => send(route, shot)))).toEqual(['200', '204']);
  });
});
