import { isOfAgent, OPERATIONS } from '../matrix/document.js';
import { STEPS } from '../audit-tour/steps.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/test-stack.js';
import { takeDatabaseAway } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { TestClient } from '../support/client.js';
import type { Collector } from './collector.js';
import { bodyOf, call, rightful } from './general-refusals.js';
import { prepared, routeOf } from './provocation.js';
import { fire } from './tour.js';
import type { FuzzWorld } from './world.js';

/** Routes that seal or open something, or ask for a key. */
const NEEDS_KEYS = [
  'POST /api/v1/requests',
  'POST /api/v1/requests/{id}/fill',
  'GET /api/v1/requests/{id}/wraps/{wrap_id}',
  'POST /api/v1/agents/{id}/wraps',
  'GET /api/v1/agents/{id}/wraps/{wrap_id}',
  'POST /api/v1/agents/{id}/dek',
  'POST /api/v1/auth/mfa/verify',
  'POST /api/v1/users/me/mfa/totp/start',
  'POST /api/v1/users/me/mfa/totp/confirm',
  'GET /api/v1/auth/oidc/callback',
  'GET /api/v1/auth/oidc/start',
];

/**
 * Repeats every call with the key service, then the cache, then the database unavailable: 503 or an answer as
 * described.
 */
export async function callThroughOutages(world: FuzzWorld, collector: Collector): Promise<void> {
  const enrollment = JSON.stringify((await prepared(world, 'POST /agents/enroll')).body);
  await withoutKeys(world, collector);
  await during(world, collector, enrollment, () => world.stack.cache.takeAway());
  await during(world, collector, enrollment, () => takeDatabaseAway(world.stack.databaseUrl));
}

async function withoutKeys(world: FuzzWorld, collector: Collector): Promise<void> {
  const shots = [];
  for (const name of NEEDS_KEYS) shots.push([routeOf(name), await STEPS[name]!.prepare(world)] as const);
  collector.outage = true;
  world.keyService.forced = { status: 503, body: { errors: ['sealed'] } };
  for (const [route, shot] of shots) await (shot.fire ? shot.fire().catch(() => '') : fire(route, shot));
  world.keyService.forced = undefined;
  await ready(world, collector);
}

async function during(
  world: FuzzWorld,
  collector: Collector,
  enrollment: string,
  takeAway: () => Promise<() => Promise<void>>,
): Promise<void> {
  collector.outage = true;
  const giveBack = await takeAway();
  for (const route of OPERATIONS) {
    const by = isOfAgent(route) ? world.stack.apis[0]!.url : world.everyone;
    await call(by, route, { ...rightful(world, route), ...bodyOf(route) });
  }
  const api = world.stack.apis[1]!.url;
  const credentials = JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  await call(new TestClient(api), routeOf('POST /auth/login'), {
    body: credentials,
    headers: { authorization: '' },
  });
  await call(api, routeOf('POST /agents/enroll'), { body: enrollment });
  await giveBack();
  await ready(world, collector);
}

/** Waits until every process is ready: from now on 503 is a fault. */
async function ready(world: FuzzWorld, collector: Collector): Promise<void> {
  await eventually(async () => {
    const probes = await Promise.all(world.direct.map((api) => fetch(`${api}/readyz`).catch(() => null)));
    return probes.every((probe) => probe?.status === 200);
  }, 'every api ready again');
  collector.outage = false;
}
