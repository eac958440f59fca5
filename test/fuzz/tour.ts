import { randomUUID } from 'node:crypto';
import { STEPS } from '../audit-tour/steps.js';
import type { Shot } from '../audit-tour/step.js';
import { isOfAgent, OPERATIONS, type Route } from '../matrix/document.js';
import type { FuzzWorld } from './world.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const KEY = { $ref: '#/components/parameters/IdempotencyKey' };

/**
 * Every route that changes something, as the audit tour knows how: on things that are not there, then so that it
 * succeeds, then again, when what was unique or single is spent.
 */
export async function tourEveryChange(world: FuzzWorld): Promise<void> {
  for (const route of OPERATIONS) {
    const step = STEPS[route.name];
    if (!step) continue;
    const shot = await step.prepare(world);
    if (shot.fire) await shot.fire();
    else await aroundSuccess(route, shot);
  }
}

async function aroundSuccess(route: Route, shot: Shot): Promise<void> {
  const strangers = shot.ids?.map((id, at) => (isOfAgent(route) && at === 0 ? id : randomUUID()));
  if (strangers) await fire(route, { ...shot, ids: strangers });
  for (const body of withStrangeIds(shot.body)) await fire(route, { ...shot, body });
  const takesKey = route.operation.parameters?.some(({ $ref }) => $ref === KEY.$ref);
  const headers = { ...shot.headers, ...(takesKey ? { 'idempotency-key': randomUUID() } : {}) };
  await fire(route, { ...shot, headers });
  if (takesKey) {
    await fire(route, { ...shot, headers });
    await fire(route, { ...shot, headers, body: { something: 'else' } });
    await atOnce(route, shot);
  }
  await fire(route, shot);
}

/** The same key several times at once: whoever is not first waits for the answer of the first. */
async function atOnce(route: Route, shot: Shot): Promise<void> {
  const headers = { ...shot.headers, 'idempotency-key': randomUUID() };
  await Promise.all(
    Array.from({ length: '429' in route.operation.responses ? 3 : 16 }, () =>
      fire(route, { ...shot, headers }),
    ),
  );
}

/** Returns the body with each of the ids in it, one at a time, as one that is not there. */
function withStrangeIds(body: unknown): object[] {
  if (typeof body !== 'object' || body === null) return [];
  const named = Object.entries(body).filter(([, value]) => typeof value === 'string' && UUID.test(value));
  return named.map(([name]) => ({ ...body, [name]: randomUUID() }));
}

/** Sends the call; the proxy judges its answer. */
export async function fire({ verb, path }: Route, { by, ids = [], body, headers }: Shot): Promise<void> {
  const left = [...ids];
  const address = path.replace('/api/v1', '').replace(/\{\w+\}/g, () => left.shift() ?? 'missing');
  await by
    .call(verb, address, body ?? (verb === 'POST' ? {} : undefined), { headers })
    .catch(() => undefined);
}
