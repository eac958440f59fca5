import { randomUUID } from 'node:crypto';
import { ENDS_SESSION, FORM, isOfAgent, OPERATIONS, type Route, takesForm } from '../matrix/document.js';
import type { TestClient } from '../support/client.js';
import { CROSS_SITE } from '../support/cross-site.js';
import { announce } from './raw-call.js';
import type { FuzzWorld } from './world.js';
import type { Collector } from './collector.js';

const FROM_ANOTHER_SITE = { cookie: `svc_session=${'A'.repeat(43)}`, ...CROSS_SITE };

/** What a call is sent with beside its address. */
interface Parts {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly query?: string;
  /** For each parameter of the address, by its name. */
  readonly id?: (name: string) => string;
}

export const readsBody = ({ verb }: Route): boolean => verb !== 'GET' && verb !== 'DELETE';

/** Sends a call; the proxy judges its answer. */
export async function call(by: TestClient | string, route: Route, parts: Parts = {}): Promise<number> {
  const { headers = {}, body, query = '', id = () => randomUUID() } = parts;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => id(name));
  const type: Record<string, string> =
    body === undefined ? {} : { 'content-type': takesForm(route) ? FORM : 'application/json' };
  const own: Record<string, string> =
    typeof by === 'string' ? {} : { authorization: `Bearer ${by.token}`, 'x-forwarded-for': by.address };
  const answer = await fetch(`${typeof by === 'string' ? by : by.baseUrl}${path}${query}`, {
    method: route.verb,
    headers: { ...own, ...type, ...headers },
    body,
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Who makes the calls of one route: where it ends a session, people of its own. */
type Voices = Readonly<Record<'everyone' | 'nobody' | 'unenrolled', TestClient>>;

/** Provokes what the guard, the body reader and the pipes refuse before every handler. */
export async function provokeGeneralRefusals(world: FuzzWorld, collector: Collector): Promise<void> {
  for (const route of OPERATIONS) {
    const { everyone, nobody, unenrolled } = ENDS_SESSION.has(route.name) ? await passersBy(world) : world;
    await refuseAnybody(world, route, { everyone, nobody, unenrolled });
    await refuseParts(world, route, everyone);
    if (readsBody(route)) await refuseBodies(world, route, everyone, collector);
    // The call itself, last: it may end the session.
    const given = rightful(world, route);
    await call(isOfAgent(route) ? addressOf(world) : everyone, route, { ...given, ...bodyOf(route) });
  }
}

async function passersBy({ somebody }: FuzzWorld): Promise<Voices> {
  const people = await Promise.all([1, 2, 3].map(() => somebody(null)));
  return { everyone: people[0]!, nobody: people[1]!, unenrolled: people[2]! };
}

async function refuseAnybody(world: FuzzWorld, route: Route, voices: Voices): Promise<void> {
  const parts = { ...bodyOf(route), id: rightful(world, route).id };
  await call(addressOf(world), route, parts);
  await call(addressOf(world), route, { ...parts, headers: FROM_ANOTHER_SITE });
  if (!isOfAgent(route))
    await call(voices.nobody, route, { ...parts, headers: { 'countersign-user': randomUUID() } });
  await call(voices.unenrolled, route, parts);
  await call(voices.nobody, route, parts);
  // Signing out is not refused to it.
  if (!isOfAgent(route) && !ENDS_SESSION.has(route.name)) await call(await world.workload(), route, parts);
}

async function refuseParts(world: FuzzWorld, route: Route, everyone: TestClient): Promise<void> {
  const by = isOfAgent(route) ? addressOf(world) : everyone;
  const { headers, id } = rightful(world, route);
  const wrong = (name: string): string => (isOfAgent(route) && name === 'id' ? id(name) : 'not-an-id');
  if (route.path.includes('{')) await call(by, route, { headers, ...bodyOf(route), id: wrong });
  if (route.verb === 'GET') await call(by, route, { headers, id, query: '?limit=0' });
}

async function refuseBodies(
  world: FuzzWorld,
  route: Route,
  everyone: TestClient,
  collector: Collector,
): Promise<void> {
  const by = isOfAgent(route) ? addressOf(world) : everyone;
  const { headers, id } = rightful(world, route);
  await call(by, route, { headers, id, body: takesForm(route) ? 'same=1&same=2' : '[]' });
  await call(by, route, { headers: { ...headers, 'content-type': 'text/plain' }, id, body: 'x' });
  const own = isOfAgent(route) ? headers : { authorization: `Bearer ${everyone.token}` };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => id(name));
  await announce({ api: world.direct[0]!, verb: route.verb, path, headers: own, collector });
}

const addressOf = ({ stack }: FuzzWorld): string => stack.apis[0]!.url;
export const bodyOf = (route: Route): Pick<Parts, 'body'> =>
  readsBody(route) ? { body: takesForm(route) ? 'nothing=1' : '{}' } : {};

/** Whoever may call a route, with an agent's own id in the address of an agent's route. */
export function rightful(world: FuzzWorld, route: Route): Required<Pick<Parts, 'headers' | 'id'>> {
  const { agentId, secret } = world.store0;
  const ofAgent = isOfAgent(route);
  const headers: Record<string, string> = ofAgent ? { 'x-agent-secret': secret } : {};
  return { headers, id: (name: string) => (ofAgent && name === 'id' ? agentId : randomUUID()) };
}
