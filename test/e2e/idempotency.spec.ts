import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Answer, TestClient } from '../support/client.js';
import { CommitAnswerLoser } from '../support/commit-answer-loser.js';
import { lockWaits, takeDatabaseAway, withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

/** Longer than a caller's authorization may be reused (D97). */
const LATE_MS = 1_200;

let stack: TestStack;
let world: World;
let number = 0;
const unique = (what: string): string => `${what}-${(number += 1)}`;

beforeAll(async () => {
  stack = await startStack({ apis: 2 });
  world = await buildWorld(stack);
}, 120_000);
afterAll(() => stack?.stop());

/** The same caller at another process. */
function at(client: TestClient, api: number): TestClient {
  return Object.assign(new TestClient(stack.apis[api]!.url), { token: client.token, userId: client.userId });
}
const makeProject = (client: TestClient, name: string): Promise<Answer> =>
  client.post('/projects', { name, team_id: world.team.id }, { headers: { 'idempotency-key': name } });
const projectsNamed = async (name: string): Promise<number> => {
  const sql = 'SELECT id FROM projects WHERE name = $1';
  return (await withClient(stack.databaseUrl, (client) => client.query(sql, [name]))).rows.length;
};
const keysNamed = async (key: string): Promise<number> => {
  const sql = 'SELECT FROM idempotency_keys WHERE key = $1';
  return (await withClient(stack.databaseUrl, (client) => client.query(sql, [key]))).rows.length;
};
const said = ({ status, body }: Answer): string => `${status} ${body?.error_code ?? ''}`.trim();
const read = () => ({
  ...{ project_id: world.project.id, environment_id: world.dev.id },
  ...{ provider_connection_id: world.connection.id, secret_ref: unique('apps/web'), keys: ['password'] },
});
const change = (sql: string, ...parameters: string[]): Promise<unknown> =>
  withClient(stack.databaseUrl, (client) => client.query(sql, parameters));

/** Resolves once so many calls wait for a lock. */
const blocked = (count: number): Promise<unknown> =>
  eventually(async () => (await lockWaits(stack.databaseUrl)) === count, `${count} calls that wait`);

/** Runs `work` while audit events can't be written: calls block between their change and its event. */
async function whileNothingIsRecorded(work: (waiting: (count: number) => Promise<unknown>) => Promise<void>) {
  const holder = new pg.Client({ connectionString: stack.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE audit_events IN SHARE MODE');
    await work(blocked);
  } finally {
    await holder.end();
  }
}

describe('calls with one idempotency key', () => {
  it('have one effect and one answer, 64 at once at two processes', async () => {
    const name = unique('project');
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => makeProject(at(world.admin, n % 2), name)),
    );
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await projectsNamed(name)).toBe(1);
  });

  it('leave nothing when their process is killed between effect and answer: the waiting duplicate is executed', async () => {
    const name = unique('project');
    const doomed = await stack.addApi();
    const lost = makeProject(Object.assign(at(world.admin, 0), { baseUrl: doomed.url }), name).catch(
      () => 'lost',
    );
    let twin: Promise<Answer> | undefined;
    await whileNothingIsRecorded(async (waiting) => {
      await waiting(1);
      twin = makeProject(world.admin, name);
      await waiting(2);
      await doomed.kill();
    });
    expect(await lost).toBe('lost');
    expect(created(await twin!)).toMatchObject({ name });
    expect(await projectsNamed(name)).toBe(1);
  });

  it('are acknowledged once a database that failed meanwhile is back', async () => {
    const names = Array.from({ length: 16 }, () => unique('project'));
    const ask = (name: string, n: number) => makeProject(at(world.admin, n % 2), name).then(said);
    const [cutOff, back] = [names.map(ask), await takeDatabaseAway(stack.databaseUrl)];
    expect(new Set(await Promise.all(cutOff)).size).toBeLessThanOrEqual(2);
    await back();
    for (const [n, name] of names.entries()) {
      await eventually(async () => (await ask(name, n)) === '201', `an answer for ${name}`);
      expect(await projectsNamed(name)).toBe(1);
    }
  });

  it('have one effect where the answer to COMMIT is lost: the next call gets what was committed', async () => {
    const proxy = await CommitAnswerLoser.before(stack.databaseUrl);
    const api = await stack.addApi({ DATABASE_URL: proxy.url });
    const caller = Object.assign(at(world.admin, 0), { baseUrl: api.url });
    const name = unique('project');
    proxy.loseOf(name);
    expect(said(await makeProject(caller, name))).toBe('503 dependency_unavailable');
    expect([proxy.lost, await projectsNamed(name)]).toEqual([1, 1]);
    const { id } = created(await makeProject(caller, name));
    expect(await projectsNamed(name)).toBe(1);
    const events = (await world.admin.get(`/audit-events?resource=project:${id}`)).body as unknown[];
    expect(events).toMatchObject([{ action: 'project.create', status: 'success' }]);
    await api.stop();
    await proxy.stop();
  });

  it('are refused to a duplicate whose caller lost the permission while it waited', async () => {
    const grantee = await world.person(unique('person'), 'admin', { fresh: true });
    const [name, body] = [unique('team'), { name: unique('team') }];
    const make = () => grantee.post('/teams', body, { headers: { 'idempotency-key': name } });
    const calls: Promise<Answer>[] = [];
    await whileNothingIsRecorded(async (waiting) => {
      calls.push(make());
      await waiting(1);
      calls.push(make());
      await waiting(2);
      await sleep(LATE_MS);
      await change('DELETE FROM user_roles WHERE user_id = $1', grantee.userId);
      const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO audit_events%'`;
      await change(terminate);
      expect(said(await calls[0]!)).toBe('503 dependency_unavailable');
    });
    expect(said(await calls[1]!)).toBe('403 permission_denied');
    expect(await keysNamed(name)).toBe(0);
    const teams = await withClient(stack.databaseUrl, (client) =>
      client.query('SELECT FROM teams WHERE name = $1', [body.name]),
    );
    expect(teams.rows).toEqual([]);
  });
});

describe('a stored answer', () => {
  const submit = (by: TestClient, key: string, body: object) =>
    by.post('/requests/read', body, { headers: { 'idempotency-key': key } });

  it('is replayed whatever happened to its objects', async () => {
    const [key, body] = [unique('key'), read()];
    const first = created(await submit(world.developer, key, body));
    await change(`UPDATE provider_connections SET status = 'disabled' WHERE id = $1`, world.connection.id);
    try {
      expect(created(await submit(world.developer, key, body))).toEqual(first);
      expect(said(await submit(world.developer, unique('key'), body))).toBe('409 connection_disabled');
    } finally {
      await change(`UPDATE provider_connections SET status = 'active' WHERE id = $1`, world.connection.id);
    }
    const requests = await withClient(stack.databaseUrl, (client) =>
      client.query('SELECT FROM access_requests WHERE secret_ref = $1', [body.secret_ref]),
    );
    expect(requests.rows).toHaveLength(1);
  });

  it('is refused to a caller who lost the permission, the scope, or the session', async () => {
    const person = await world.person(unique('person'), 'developer', { scope: { team_id: world.team.id } });
    const [key, body] = [unique('key'), read()];
    const first = created(await submit(person, key, body));
    const elsewhere = created(await world.admin.post('/teams', { name: unique('team') }));
    const scope = (id: string) =>
      change('UPDATE user_roles SET team_id = $1 WHERE user_id = $2', id, person.userId);
    await scope(elsewhere.id);
    expect(said(await submit(person, key, body))).toBe('403 out_of_scope_project');
    await scope(world.team.id);
    expect(created(await submit(person, key, body))).toEqual(first);
    await change('DELETE FROM user_roles WHERE user_id = $1', person.userId);
    expect(said(await submit(person, key, body))).toBe('403 out_of_scope_project');
    await change('UPDATE sessions SET revoked_at = clock_timestamp() WHERE user_id = $1', person.userId);
    expect(said(await submit(person, key, body))).toBe('401 unauthenticated');
  });

  it('is refused to a caller who does not see the request any more, as to one who never saw it', async () => {
    const person = await world.person(unique('person'), 'approver', { scope: { team_id: world.team.id } });
    const [{ id }, key] = [created(await world.developer.post('/requests/read', read())), unique('key')];
    const comment = () =>
      person.post(`/requests/${id}/comments`, { text: 'Why?' }, { headers: { 'idempotency-key': key } });
    const first = created(await comment());
    expect(created(await comment())).toEqual(first);
    await change('DELETE FROM user_roles WHERE user_id = $1', person.userId);
    expect(said(await comment())).toBe('404 request_not_found');
  });
});

describe('a handler that was blocked', () => {
  it('changes nothing for a caller who lost the checked permission meanwhile', async () => {
    const person = await world.person(unique('person'), 'developer');
    const [body, elsewhere] = [read(), created(await world.admin.post('/teams', { name: unique('team') }))];
    const holder = new pg.Client({ connectionString: stack.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE provider_connections IN ACCESS EXCLUSIVE MODE');
    const call = person.post('/requests/read', body);
    await blocked(1);
    await sleep(LATE_MS);
    // They still hold the permission, but no longer in the scope that the handler has checked.
    await change('UPDATE user_roles SET team_id = $1 WHERE user_id = $2', elsewhere.id, person.userId);
    await holder.end();
    expect(said(await call)).toBe('403 out_of_scope_project');
    const requests = await withClient(stack.databaseUrl, (client) =>
      client.query('SELECT FROM access_requests WHERE secret_ref = $1', [body.secret_ref]),
    );
    expect(requests.rows).toEqual([]);
  });
});
