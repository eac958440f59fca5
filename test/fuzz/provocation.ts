import { OPERATIONS, type Route } from '../matrix/document.js';
import type { Shot } from '../audit-tour/step.js';
import { withClient } from '../support/database-state.js';
import { STEPS } from '../audit-tour/steps.js';
import { fire } from './tour.js';
import type { FuzzWorld } from './world.js';

/** How to bring an operation to answer with a status that the general parts do not bring. */
export type Provocations = Readonly<Record<string, (world: FuzzWorld) => Promise<void>>>;

export function routeOf(name: string): Route {
  const [verb, path = ''] = name.split(' ');
  const full = path.startsWith('/api/') || !path.includes('/', 1) ? path : `/api/v1${path}`;
  const route = OPERATIONS.find(
    (each) => each.name === `${verb} ${full}` || each.name === `${verb} /api/v1${path}`,
  );
  if (!route) throw new Error(`Unknown provocation ${name}.`);
  return route;
}

/** Calls an operation, `POST /agents/{id}/dek`; the proxy judges. */
export const shoot = (name: string, shot: Shot): Promise<void> => fire(routeOf(name), shot);

/** Returns what the audit tour would do to make it succeed. */
export const prepared = (world: FuzzWorld, name: string): Promise<Shot> =>
  STEPS[routeOf(name).name]!.prepare(world);

/** Time that passes, and states that nobody reaches through the interface, are made in the tables. */
export const sql = (world: FuzzWorld, text: string, values: unknown[] = []): Promise<any[]> =>
  withClient(world.stack.databaseUrl, async (client) => (await client.query(text, values)).rows);

/** The same call as often as it takes to pass a limit. */
export async function tooOften(name: string, shot: Shot, times = 66): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => shoot(name, shot)));
}

/** Asks again with the tag of the first answer. @param id of the path, where it names one */
export async function unchanged({ everyone }: FuzzWorld, name: string, id = ''): Promise<void> {
  const path = routeOf(name).path.replace('{id}', id);
  const headers = { authorization: `Bearer ${everyone.token}` };
  const first = await fetch(`${everyone.baseUrl}${path}`, { headers });
  await first.arrayBuffer();
  const known = { ...headers, 'if-none-match': first.headers.get('etag') ?? '' };
  await (await fetch(`${everyone.baseUrl}${path}`, { headers: known })).arrayBuffer();
}
