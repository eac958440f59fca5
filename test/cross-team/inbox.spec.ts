import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient } from '../support/client.js';
import { created } from '../support/world.js';
import { codeOf, type CrossTeamWorld, openCrossTeamWorld } from './cross-team-world.js';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

describe('the inbox', () => {
  let world: CrossTeamWorld;
  let providers: Record<'parent' | 'child' | 'elsewhere' | 'nobody', TestClient>;
  let teams: { parent: string; child: string };
  const waiting: string[] = [];

  beforeAll(async () => {
    world = await openCrossTeamWorld();
    const { admin } = world;
    const parent = created(await admin.post('/teams', { name: 'parent' })).id;
    const child = created(await admin.post('/teams', { name: 'child', parent_id: parent })).id;
    teams = { parent, child };
    for (const [name, team] of Object.entries(teams)) {
      const project_id = created(await admin.post('/projects', { name: `of-${name}`, team_id: team })).id;
      const environment = { project_id, name: 'dev', type: 'dev', risk_level: 0 };
      const { id } = created(await admin.post('/environments', environment));
      const target = { target_team_id: team, target_project_id: project_id, target_environment_id: id };
      for (let n = 0; n < 2; n += 1) waiting.push((await world.submit('source_vote', target)).id);
    }
    const provider = (name: string, team_id: string) =>
      world.person(name, 'value_provider', { scope: { team_id } });
    providers = {
      parent: await provider('of-parent', parent),
      child: await provider('of-child', child),
      elsewhere: await provider('of-elsewhere', world.target.team),
      nobody: await world.person('of-nothing', 'developer'),
    };
  }, 180_000);
  afterAll(() => world?.close());

  const inbox = async (who: TestClient, query = ''): Promise<string[]> =>
    (await who.get(`/requests/inbox${query}`)).body.map((row: any) => row.id);
  const count = async (who: TestClient): Promise<any> => (await who.get('/requests/inbox/count')).body;

  it('lists requests that wait for the covered teams and those below them', async () => {
    expect(await inbox(providers.parent)).toEqual(waiting);
    expect(await inbox(providers.child)).toEqual(waiting.slice(2));
    expect([await inbox(providers.elsewhere), await inbox(providers.nobody)]).toEqual([[], []]);
    const [row] = (await providers.child.get('/requests/inbox')).body;
    expect(row).toMatchObject({ type: 'cross_team', status: 'pending_values', target_team_id: teams.child });
  });

  it('includes names only if requested', async () => {
    const rows = async (query: string) => (await providers.child.get(`/requests/inbox${query}`)).body;
    const names = {
      ...{ requester: 'requester', connection: 'main-vault', source_project: 'payments' },
      ...{ target_team: 'child', target_project: 'of-child', filled_by: null },
    };
    const named = await rows('?expand=names');
    expect(named.map((row: any) => row.id)).toEqual(waiting.slice(2));
    for (const row of named) expect(row.names).toMatchObject(names);
    for (const row of await rows('')) expect(row).not.toHaveProperty('names');
    expect((await providers.child.get('/requests/inbox?expand=everything')).status).toBe(400);
  });

  it('counts per team', async () => {
    const per = (team_id: string, team_name: string) => ({ team_id, team_name, count: 2 });
    expect(await count(providers.parent)).toEqual({
      total: 4,
      per_team: [per(teams.child, 'child'), per(teams.parent, 'parent')],
    });
    expect(await count(providers.child)).toEqual({ total: 2, per_team: [per(teams.child, 'child')] });
    expect(await count(providers.nobody)).toEqual({ total: 0, per_team: [] });
  });

  it('is filtered by one team', async () => {
    expect(await inbox(providers.parent, `?team_id=${teams.parent}`)).toEqual(waiting.slice(0, 2));
    expect(await inbox(providers.parent, `?team_id=${teams.child}`)).toEqual(waiting.slice(2));
    const refused = async (who: TestClient, team: string) =>
      codeOf(await who.get(`/requests/inbox?team_id=${team}`));
    expect(await refused(providers.child, teams.parent)).toBe('403 out_of_scope_team');
    expect(await refused(providers.nobody, teams.child)).toBe('403 out_of_scope_team');
    expect(await refused(providers.parent, UNKNOWN)).toBe('404 team_not_found');
    expect(await refused(providers.parent, 'x')).toBe('400 validation_failed');
  });

  it('is paged', async () => {
    const page = await providers.parent.get('/requests/inbox?limit=3');
    const next = /<\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    expect(page.body.map((row: any) => row.id)).toEqual(waiting.slice(0, 3));
    expect((await providers.parent.get(next!)).body.map((row: any) => row.id)).toEqual(waiting.slice(3));
  });

  it('drops expired and filled requests, which a provider of another team may not fill', async () => {
    const [first, second, third] = waiting as [string, string, string];
    await world.closeWindow(first);
    expect(codeOf(await world.act(second, 'fill', providers.child))).toBe('403 out_of_scope_team');
    expect(codeOf(await world.act(second, 'refuse', providers.elsewhere))).toBe('403 out_of_scope_team');
    expect(codeOf(await world.act(second, 'fill', providers.nobody))).toBe('403 permission_denied');
    expect(codeOf(await world.act(second, 'fill', providers.parent))).toBe('200');
    expect(codeOf(await world.act(third, 'refuse', providers.parent))).toBe('200');
    expect(await inbox(providers.parent)).toEqual(waiting.slice(3));
    expect((await count(providers.parent)).total).toBe(1);
  });

  it('shows a request to the source team, and to no other (D12)', async () => {
    const id = waiting[3]!;
    expect((await providers.parent.get(`/requests/${id}`)).status).toBe(200);
    expect((await providers.child.get(`/requests/${id}`)).status).toBe(200);
    expect(codeOf(await providers.elsewhere.get(`/requests/${id}`))).toBe('404 request_not_found');
    const listed = await providers.child.get('/requests?type=cross_team');
    expect(listed.body.map((row: any) => row.id)).toEqual(waiting.slice(2));
  });
});
