import { randomUUID } from 'node:crypto';
import { created } from '../support/world.js';
import { crossTeamBody } from '../audit-tour/tour-world.js';
import { prepared, type Provocations, shoot, sql, tooOften, unchanged } from './provocation.js';
import type { FuzzWorld } from './world.js';

const VALUES = { key_values: { password: Buffer.from('a value').toString('base64') } };

/** Returns a project that was archived after it was bound to the connection. */
async function archived(world: FuzzWorld): Promise<{ id: string; environment: string }> {
  const { admin, must, unique, team, connection } = world;
  const { id } = created(await admin.post('/projects', { name: unique('project'), team_id: team.id }));
  const body = { project_id: id, name: unique('environment'), type: 'dev', risk_level: 1 };
  const environment = created(await admin.post('/environments', body)).id;
  await must(admin.post(`/provider-connections/${connection.id}/bindings`, { project_id: id }));
  await must(admin.put(`/projects/${id}/status`, { status: 'archived' }));
  return { id, environment };
}

/** Returns a cross-team request whose time for values is over. */
async function windowOver(world: FuzzWorld): Promise<string> {
  const { id } = await world.crossTeam();
  const over = `UPDATE access_requests SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1`;
  await sql(world, over, [id]);
  return id;
}

/** Submits what the tour would, for a project that is archived. */
const intoTheArchive =
  (name: string, field = 'project_id') =>
  async (world: FuzzWorld): Promise<void> => {
    const [shot, { id, environment }] = [await prepared(world, name), await archived(world)];
    const place = { [field]: id, ...(field === 'project_id' ? { environment_id: environment } : {}) };
    await shoot(name, { ...shot, by: world.everyone, body: { ...(shot.body as object), ...place } });
  };

const twice =
  (name: string) =>
  async (world: FuzzWorld): Promise<void> => {
    const shot = await prepared(world, name);
    for (const _ of [1, 2]) await shoot(name, shot);
  };

/** What requesters, voters and fillers are refused. */
export const REQUEST_PROVOCATIONS: Provocations = {
  'GET /requests/{id} 304': async (world) => {
    const { body } = await prepared(world, 'POST /requests/read');
    const { id } = created(await world.everyone.post('/requests/read', body));
    await unchanged(world, 'GET /requests/{id}', id);
  },
  'POST /requests 409': intoTheArchive('POST /requests'),
  'POST /requests/read 409': intoTheArchive('POST /requests/read'),
  'POST /requests/cross-team 409': intoTheArchive('POST /requests/cross-team', 'source_project_id'),
  'POST /requests/cross-team 400': async (world) => {
    const body = { ...crossTeamBody(world, world.unique), justification: 1 };
    await shoot('POST /requests/cross-team', { by: world.everyone, body });
  },
  'POST /requests/cross-team 404': async (world) => {
    const body = { ...crossTeamBody(world, world.unique), source_project_id: randomUUID() };
    await shoot('POST /requests/cross-team', { by: world.everyone, body });
  },
  'POST /projects/{id}/environments/{env_id}/direct-reveal 409': async (world) => {
    const name = 'POST /projects/{id}/environments/{env_id}/direct-reveal';
    const [shot, { id, environment }] = [await prepared(world, name), await archived(world)];
    await shoot(name, { ...shot, by: world.everyone, ids: [id, environment] });
  },
  'POST /requests/{id}/fill 410': async (world) => {
    await shoot('POST /requests/{id}/fill', {
      by: world.filler,
      ids: [await windowOver(world)],
      body: VALUES,
    });
  },
  'POST /requests/{id}/refuse 410': async (world) => {
    const body = { reason: 'this comes too late' };
    await shoot('POST /requests/{id}/refuse', { by: world.filler, ids: [await windowOver(world)], body });
  },
  'POST /requests/{id}/comments 409': async (world) => {
    const shot = await prepared(world, 'POST /requests/{id}/comments');
    const full = `INSERT INTO request_comments (id, request_id, author_id, text)
      SELECT gen_random_uuid(), id, requester_id, 'one of many' FROM access_requests, generate_series(1, 200) WHERE id = $1`;
    await sql(world, full, [shot.ids![0]]);
    await shoot('POST /requests/{id}/comments', shot);
  },
  'POST /requests/{id}/approve 409': twice('POST /requests/{id}/approve'),
  'POST /requests/{id}/reject 409': twice('POST /requests/{id}/reject'),
  'POST /requests/{id}/cancel 409': twice('POST /requests/{id}/cancel'),
  'POST /requests/{id}/fill 409': twice('POST /requests/{id}/fill'),
  'POST /requests/{id}/refuse 409': twice('POST /requests/{id}/refuse'),
  'POST /requests/{id}/verify 409': twice('POST /requests/{id}/verify'),
  'POST /reveal-sessions 409': twice('POST /reveal-sessions'),
  'POST /reveal-sessions 429': async (world) => {
    const body = { access_request_id: randomUUID() };
    await tooOften('POST /reveal-sessions', { by: await world.somebody(null, { fresh: true }), body }, 24);
  },
  'GET /requests/{id}/wraps/{wrap_id} 409': async (world) => {
    const { id } = await world.crossTeam();
    await world.must(world.filler.post(`/requests/${id}/fill`, VALUES));
    const [wrap] = await world.must(world.developer.get(`/requests/${id}/wraps`));
    await shoot('GET /requests/{id}/wraps/{wrap_id}', { by: world.developer, ids: [id, wrap.wrap_id] });
  },
  'GET /requests/{id}/wraps/{wrap_id} 410': twice('GET /requests/{id}/wraps/{wrap_id}'),
  'GET /requests/{id}/wraps/{wrap_id} 403': async (world) => {
    const { ids } = await prepared(world, 'GET /requests/{id}/wraps/{wrap_id}');
    await shoot('GET /requests/{id}/wraps/{wrap_id}', { by: world.everyone, ids });
  },
  'GET /requests/{id}/wraps/{wrap_id} 429': async (world) => {
    const by = await world.somebody(null, { fresh: true });
    await tooOften('GET /requests/{id}/wraps/{wrap_id}', { by, ids: [randomUUID(), randomUUID()] }, 24);
  },
  'GET /requests/{id}/wraps 403': async (world) => {
    const { id } = await world.executedRead();
    await shoot('GET /requests/{id}/wraps', { by: world.everyone, ids: [id] });
  },
  'GET /requests/{id}/gitops 403': async (world) => {
    const { id } = await world.executedRead();
    await shoot('GET /requests/{id}/gitops', { by: world.everyone, ids: [id] });
    await shoot('GET /requests/{id}/gitops', { by: world.developer, ids: [id] });
  },
};
