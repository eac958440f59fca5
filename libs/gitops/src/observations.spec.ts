import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import type { ObservedApplication } from './domain/observed-application.js';
import { FIRST_PAGE, GitopsWorld, seen } from './testing/gitops-world.js';

const AGENT = { agentId: newId(), clusterName: 'east' };
const OUT_OF_SYNC = { sync_status: 'OutOfSync', health_status: 'Progressing', revision: 'b'.repeat(40) };

let world: GitopsWorld;
let endpointId: string;
beforeAll(async () => {
  world = await GitopsWorld.open();
});
afterAll(() => world.end());
beforeEach(async () => {
  endpointId = await world.endpoint();
});

const report = async (...applications: ObservedApplication[]): Promise<number> =>
  (await world.observations.record(AGENT, endpointId, applications)).recorded;
const latest = async () => (await world.readModel.applications(endpointId, FIRST_PAGE)).rows;

describe('observations reported by an agent', () => {
  it('are listed, the latest of each application', async () => {
    const [shop, mail] = [seen(20), seen(20, { name: 'mail' })];
    expect(await report(shop, mail)).toBe(2);
    const later = seen(10, { ...OUT_OF_SYNC, path: 'elsewhere', repo_url: null });
    expect(await report(later)).toBe(1);
    const { observed_at, ...members } = later;
    expect(await latest()).toEqual([
      expect.objectContaining({ ...members, observed_at: new Date(observed_at) }),
      expect.objectContaining({ name: 'mail', observed_at: new Date(mail.observed_at) }),
    ]);
  });

  it('update the last contact of the endpoint, also when empty', async () => {
    expect(await report()).toBe(0);
    const { rows } = await world.readModel.endpoints(FIRST_PAGE);
    expect(rows.find(({ id }) => id === endpointId)?.last_observed_at).toBeInstanceOf(Date);
  });

  it('change nothing when repeated or late', async () => {
    const [first, second] = [seen(20), seen(10, OUT_OF_SYNC)];
    expect([await report(first), await report(second), await report(second)]).toEqual([1, 1, 1]);
    const before = await latest();
    expect(await report(first)).toBe(0);
    expect(await latest()).toEqual(before);
  });

  it("count as of now when the agent's clock is ahead", async () => {
    await report(seen(-3600));
    const [row] = await latest();
    expect(row!.observed_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await report(seen(-7200, OUT_OF_SYNC))).toBe(1);
    expect(await latest()).toEqual([expect.objectContaining(OUT_OF_SYNC)]);
  });

  it("are accepted only for enabled endpoints of the agent's cluster", async () => {
    const refused = (clusterName: string | null, id: string) =>
      world.observations.record({ ...AGENT, clusterName }, id, [seen(1)]);
    const unknown = { code: 'argocd_endpoint_not_found' };
    await expect(refused('west', endpointId)).rejects.toMatchObject(unknown);
    await expect(refused(null, endpointId)).rejects.toMatchObject(unknown);
    await expect(refused('east', newId())).rejects.toMatchObject(unknown);
    await world.endpoints.setEnabled(world.caller, endpointId, false);
    await expect(refused('east', endpointId)).rejects.toMatchObject({ code: 'argocd_endpoint_disabled' });
    expect(await latest()).toEqual([]);
    const { rows } = await world.readModel.endpoints(FIRST_PAGE);
    expect(rows.find(({ id }) => id === endpointId)?.last_observed_at).toBeNull();
  });

  it('are stored completely when two agents report the same concurrently', async () => {
    const many = (at: number) => Array.from({ length: 50 }, (_, n) => seen(at, { name: `app-${n}` }));
    const states = Array.from({ length: 8 }, (_, n) =>
      many(30 - n).map((application) => ({ ...application, revision: String(n).repeat(40) })),
    );
    await Promise.all(states.map((applications) => report(...applications)));
    const rows = (await world.readModel.applications(endpointId, FIRST_PAGE)).rows;
    expect(rows).toHaveLength(50);
    expect(new Set(rows.map(({ revision }) => revision))).toEqual(new Set(['7'.repeat(40)]));
  });

  it('are limited to the last hundred states of an application', async () => {
    for (let n = 0; n < 104; n += 1) await report(seen(200 - n, { revision: String(n) }));
    const past = await world.db.database.query<{ revision: string }>(
      `SELECT p.revision FROM gitops_past_states p JOIN gitops_applications a ON a.id = p.application_id
       WHERE a.endpoint_id = $1 ORDER BY p.state_since`,
      [endpointId],
    );
    expect([past.length, past[0]?.revision, past.at(-1)?.revision]).toEqual([100, '3', '102']);
  });

  it('are audited once for each application and change, not for each report (D104)', async () => {
    const observed = async () =>
      (await world.events('gitops.application.observed'))
        .filter(
          (event) => (event.metadata as { argocd_endpoint_id: string }).argocd_endpoint_id === endpointId,
        )
        .map(({ actor, metadata }) => {
          const { name, sync_status } = metadata as Record<string, unknown>;
          return [actor, name, sync_status];
        });
    const by = `agent:${AGENT.agentId}`;
    await report(seen(50), seen(50, { name: 'mail' }));
    const first = [
      [by, 'mail', 'Synced'],
      [by, 'shop', 'Synced'],
    ];
    expect((await observed()).sort()).toEqual(first);
    for (const at of [40, 30]) await report(seen(at), seen(at, { name: 'mail' }));
    expect(await observed()).toHaveLength(2);
    await report(seen(20, OUT_OF_SYNC), seen(20, { name: 'mail' }));
    await report(seen(25), seen(20, { name: 'mail' }));
    await report(seen(10, OUT_OF_SYNC), seen(10, { name: 'mail', path: 'elsewhere' }));
    expect((await observed()).slice(2)).toEqual([
      [by, 'shop', 'OutOfSync'],
      [by, 'mail', 'Synced'],
    ]);
  });

  it('are audited once when agents report the same change concurrently', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => report(seen(60 - n, { name: 'twice' }))));
    const events = await world.events('gitops.application.observed');
    const twice = events.filter(({ metadata }) => (metadata as { name: string }).name === 'twice');
    expect(twice).toHaveLength(1);
  });
});

describe('observations of a request', () => {
  const observed = async (requestId: string, page = FIRST_PAGE) =>
    world.requestObservations.list(world.caller, requestId, undefined, page);

  async function mapped(appName = 'shop'): ReturnType<GitopsWorld['place']> {
    const place = await world.place();
    await world.mappings.create(world.caller, { endpointId, appName, ...place });
    return place;
  }

  it('are the states of mapped applications since the request was executed, oldest first', async () => {
    const place = await mapped();
    await report(seen(100, { revision: 'before' }), seen(100, { name: 'unmapped' }));
    await report(seen(90));
    const requestId = await world.request(place, 50);
    await report(seen(40));
    await report(seen(30, OUT_OF_SYNC));
    const last = seen(20);
    await report(seen(25, OUT_OF_SYNC), seen(25, { name: 'unmapped' }));
    await report(last);
    const { rows, next } = await observed(requestId);
    expect(rows.map((row) => [row.application, row.endpoint_id, row.sync_status])).toEqual([
      ['shop', endpointId, 'Synced'],
      ['shop', endpointId, 'OutOfSync'],
      ['shop', endpointId, 'Synced'],
    ]);
    expect(rows.at(-1)?.observed_at).toEqual(new Date(last.observed_at));
    expect(next).toBeNull();
  });

  it('exclude states before the execution and states of other environments', async () => {
    const place = await mapped();
    await report(seen(60));
    expect((await observed(await world.request(place, null))).rows).toEqual([]);
    expect((await observed(await world.request(await world.place(), 90))).rows).toEqual([]);
    expect((await observed(await world.request(place, 30))).rows).toEqual([]);
    expect((await observed(await world.request(place, 90))).rows).toHaveLength(1);
  });

  it('are paged without losing or repeating states while new ones arrive', async () => {
    const place = await mapped();
    const requestId = await world.request(place, 100);
    for (let n = 0; n < 7; n += 1) await report(seen(50 - n, { revision: `r${n}` }));
    const first = await observed(requestId, { limit: 4, after: null });
    await report(seen(10, { revision: 'r7' }));
    const cut = first.rows.at(-1)!;
    const second = await observed(requestId, { limit: 4, after: { at: cut.cursor_at, id: cut.id } } as never);
    expect(first.next).not.toBeNull();
    expect([...first.rows, ...second.rows].map(({ revision }) => revision)).toEqual([
      'r0',
      'r1',
      'r2',
      'r3',
      'r4',
      'r5',
      'r6',
      'r7',
    ]);
  });

  it('are visible to the requester only', async () => {
    const requestId = await world.request(await mapped(), 10);
    const list = (caller: typeof world.caller, id: string, userId?: string) =>
      world.requestObservations.list(caller, id, userId, FIRST_PAGE);
    const stranger = { ...world.caller, userId: newId() };
    await expect(list(stranger, requestId)).rejects.toMatchObject({ code: 'not_requester' });
    await expect(list(world.caller, requestId, newId())).rejects.toMatchObject({ code: 'not_requester' });
    await expect(list(world.caller, newId())).rejects.toMatchObject({ code: 'request_not_found' });
    expect((await list(world.caller, requestId, world.caller.userId)).rows).toEqual([]);
  });

  it('of a cross-team request cover the environments bound to its destination', async () => {
    const [here, elsewhere] = [await mapped(), await mapped()];
    await report(seen(5));
    const requestId = await world.request(here, 60);
    const connectionId = newId();
    const { database } = world.db;
    await database.query(
      `INSERT INTO provider_connections (id, name, type, scope) VALUES ($1, $2, 'vault', '{}')`,
      [connectionId, connectionId],
    );
    const team = newId();
    await database.query(`INSERT INTO teams (id, name) VALUES ($1, $2)`, [team, team]);
    await crossTeam(requestId, { connectionId, team, target: elsewhere });
    expect((await observed(requestId)).rows).toEqual([]);
    await database.query(
      'INSERT INTO provider_connection_bindings (id, connection_id, project_id) VALUES ($1, $1, $2)',
      [connectionId, here.projectId],
    );
    expect((await observed(requestId)).rows).toHaveLength(1);
  });

  /** Makes a request one of another team's value, as a migration of data would: no such change is otherwise possible. */
  async function crossTeam(
    id: string,
    to: { connectionId: string; team: string; target: { projectId: string; environmentId: string } },
  ): Promise<void> {
    const { database } = world.db;
    await database.query('ALTER TABLE access_requests DISABLE TRIGGER tg_access_requests_transition');
    await database.query(
      `UPDATE access_requests SET type = 'cross_team', operation = 'patch', status_before = 'pending_values',
        provider_connection_id = $2, target_team_id = $3, target_project_id = $4, environment_id = $5 WHERE id = $1`,
      [id, to.connectionId, to.team, to.target.projectId, to.target.environmentId],
    );
    await database.query('ALTER TABLE access_requests ENABLE TRIGGER tg_access_requests_transition');
  }
});
