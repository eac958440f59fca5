import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../matrix/document.js';
import { stateOf } from '../support/database-state.js';
import type { TestClient } from '../support/client.js';
import { created } from '../support/world.js';
import { send, type Shot } from './step.js';
import { STEPS } from './steps.js';
import { openTourWorld, type TourWorld } from './tour-world.js';

/** `/projects/{id}/environments/{env_id}/…`: a thing below another one. */
const NESTED = OPERATIONS.filter(({ path }) => path.split('{').length === 3);

let world: TourWorld;
beforeAll(async () => {
  world = await openTourWorld();
}, 120_000);
afterAll(() => world?.oidc.close());

interface Parent {
  readonly id: string;
  /** Whoever may do the same there; the caller of the shot if absent. */
  readonly by?: TestClient;
}

/** Makes another parent of the same kind, at which the caller may do the same. */
const OTHERS: Readonly<Record<string, () => Promise<Parent>>> = {
  agents: async () => {
    const { agent, agentId } = await world.store();
    return { id: agentId, by: agent };
  },
  projects: async () =>
    created(await world.admin.post('/projects', { name: world.unique('other'), team_id: world.team.id })),
  'provider-connections': async () => (await world.store()).connection,
  requests: () => world.executedRead(),
  teams: async () =>
    created(await world.admin.post('/teams', { name: world.unique('other'), parent_id: world.team.id })),
};

/** A read has what the change of the same thing has. */
const prepare = (name: string): Promise<Shot> => {
  const step = STEPS[name] ?? STEPS[name.replace(/^GET /, 'PUT ').replace(/\/history$/, '')];
  return step!.prepare(world);
};

describe('an id below another parent', () => {
  it.each(NESTED.map((route) => [route.name, route] as const))(
    'answers %s like an id that does not exist, and nothing happens to it',
    async (name, route) => {
      const { ids: [, child] = [], ...shot } = await prepare(name);
      const other = await OTHERS[route.path.split('/')[3]!]!();
      const by = other.by ?? shot.by;
      const at = (id: string): Promise<string> => send(route, { ...shot, by, ids: [other.id, id] });
      const before = await stateOf(world.stack.databaseUrl);
      const missing = await at(randomUUID());
      expect(missing).toMatch(/^404 \w+_not_found$/);
      expect(await at(child!)).toBe(missing);
      expect(await stateOf(world.stack.databaseUrl)).toEqual(before);
    },
  );
});
