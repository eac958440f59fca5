import { isOfAgent, OPERATIONS } from '../matrix/document.js';
import { lockWaits, withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { bodyOf, call } from './general-refusals.js';
import type { FuzzWorld } from './world.js';

const NO_ID = '01900000-0000-7000-8000-00000000dead';
/** One call, and one of a handler that is reserved, take all that the api of `busy` handles for a user at a time. */
const HELD = ['/workflows', `/requests/${NO_ID}/wraps/${NO_ID}`];

/** Provokes 429 at every operation of people, by a person whose calls in progress wait for locked tables. */
export async function provokeBusyCaller(world: FuzzWorld): Promise<void> {
  const { busy, stack } = world;
  const blocked = () => lockWaits(stack.databaseUrl, `application_name = 'countersign-api'`);
  // The process has to know the session: it refuses calls of a known one before it looks it up.
  await busy.get('/users/me');
  const held = await withClient(stack.databaseUrl, async (lock) => {
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE workflows, wraps IN ACCESS EXCLUSIVE MODE');
    const waiting: Promise<unknown>[] = [];
    for (const path of HELD) {
      waiting.push(busy.get(path));
      await eventually(async () => (await blocked()) === waiting.length, `${path} waits for the lock`);
    }
    for (const route of OPERATIONS) if (!isOfAgent(route)) await call(busy, route, bodyOf(route));
    await lock.query('COMMIT');
    return waiting;
  });
  await Promise.all(held);
}
