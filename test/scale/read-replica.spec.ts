import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import type { PostgresServer } from '../../tools/postgres.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { figureOf } from '../support/figure-of.js';
import type { RunningProcess } from '../support/process.js';
import { startStandby } from '../support/standby.js';
import { startStack, type TestStack } from '../support/test-stack.js';

const SERVER = process.env.TEST_POSTGRES_URL!;
const SLOT = 'read_replica_spec';

describe('Lists of an api with a read replica', () => {
  let standby: PostgresServer;
  let stack: TestStack;
  let api: RunningProcess;
  /** Nobody has recorded events of them: they were planted. */
  let [writer, reader]: StoredPerson[] = [];

  beforeAll(async () => {
    standby = await startStandby({ primaryUrl: SERVER, name: SLOT });
    stack = await startStack({ apis: 0 });
    const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
    [writer, reader] = await insertPeople(pool, 2, 'admin');
    await pool.end();
    api = await stack.addApi({ SVC_DATABASE_READ_URL: onStandby() });
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    await standby?.stop();
    await withClient(SERVER, (client) => client.query('SELECT pg_drop_replication_slot($1)', [SLOT]));
  }, 60_000);

  const onStandby = (): string =>
    Object.assign(new URL(stack.databaseUrl), { port: String(standby.port) }).href;
  const asStandby = (sql: string) => withClient(onStandby(), (client) => client.query(sql));

  const answeredBy = (by: string): Promise<number> => figureOf(api, 'postgres_list_pages_total', { by });
  const staleness = (): Promise<number> => figureOf(api, 'postgres_replica_staleness_seconds');

  async function call(person: StoredPerson | undefined, path: string, body?: object): Promise<any> {
    const answer = await fetch(`${api.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie: `svc_session=${person!.cookie}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeLessThan(300);
    return answer.json();
  }
  /** As a stream of lines, whose beginning is read before the answer begins. */
  async function exportedBy(person: StoredPerson | undefined, path: string): Promise<string> {
    const headers = { cookie: `svc_session=${person!.cookie}`, accept: 'application/x-ndjson' };
    return (await fetch(`${api.url}/api/v1${path}`, { headers })).text();
  }
  const teams = async (person: StoredPerson | undefined): Promise<string[]> =>
    ((await call(person, '/teams')) as { name: string }[]).map(({ name }) => name);

  /** Lists until the replica has answered one. */
  async function untilReplicaAnswers(path: string): Promise<void> {
    await eventually(async () => {
      const before = await answeredBy('replica');
      await call(reader, path);
      return (await answeredBy('replica')) > before;
    }, `the replica answers ${path}`);
  }

  it.each([
    ...['/teams', '/projects', '/users', '/agents', '/requests', '/secrets', '/audit-events'],
    '/stats/requests',
    `/disclosures?provider_connection_id=${randomUUID()}&secret_ref=apps/web`,
  ])('come from the replica: %s', untilReplicaAnswers);

  it('come from the primary for an unknown entity tag, and for waiting calls', async () => {
    const cookie = `svc_session=${reader!.cookie}`;
    const ask = async (headers: Record<string, string>) => {
      const before = [await answeredBy('replica'), await answeredBy('primary')] as const;
      const answer = await fetch(`${api.url}/api/v1/agents`, { headers: { cookie, ...headers } });
      const after = [await answeredBy('replica'), await answeredBy('primary')] as const;
      return {
        tag: answer.headers.get('etag')!,
        seen: [answer.status, ...after.map((n, i) => n - before[i]!)],
      };
    };
    const { tag } = await ask({});
    expect((await ask({ 'if-none-match': tag })).seen).toEqual([304, 1, 0]);
    expect((await ask({ 'if-none-match': '"a newer one"' })).seen).toEqual([200, 1, 1]);
    expect((await ask({ 'if-none-match': tag, prefer: 'wait=1' })).seen).toEqual([304, 0, 2]);
  });

  it('show nothing of a project that was moved out of the reader’s team, even while the replica lags', async () => {
    const primary = (sql: string, ...values: unknown[]) =>
      withClient(stack.databaseUrl, (client) => client.query(sql, values));
    const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
    const [asker] = await insertPeople(pool, 1, 'developer');
    const [voter] = await insertPeople(pool, 1, 'approver');
    await pool.end();
    const team = await call(writer, '/teams', { name: 'left' });
    const project = await call(writer, '/projects', { name: 'moves', team_id: team.id });
    const place = { project_id: project.id, name: 'dev', type: 'dev', risk_level: 0 };
    const { id: environment_id } = await call(writer, '/environments', place);
    const { id: role_id } = await call(writer, '/roles', {
      ...{ name: 'integrator', permissions: ['integration.edit'] },
    });
    await call(writer, '/user-roles', { user_id: writer!.userId, role_id });
    const scope = { address: 'https://store.example.test', kvMount: 'secret' };
    const store = { name: 'store', type: 'vault', cluster_name: 'main', scope };
    const connection = await call(writer, '/provider-connections', store);
    await call(writer, `/provider-connections/${connection.id}/bindings`, { project_id: project.id });
    await primary('UPDATE user_roles SET team_id = $1 WHERE user_id = $2', team.id, voter!.userId);
    const ids = { project_id: project.id, environment_id, provider_connection_id: connection.id };
    const asked = { secret_ref: 'apps/web', keys: ['k'], justification: 'because' };
    const { id } = await call(asker, '/requests/read', { ...ids, ...asked });
    const seen = async (path: string): Promise<string[]> =>
      ((await call(voter, path)) as { id: string }[]).map((row) => row.id);
    expect(await seen('/requests')).toEqual([id]);
    expect(await seen('/users/me/projects')).toEqual([project.id]);
    await eventually(
      async () => (await asStandby(`SELECT FROM access_requests WHERE id = '${id}'`)).rows.length === 1,
      'the request at the replica',
    );
    await asStandby('SELECT pg_wal_replay_pause()');
    try {
      await primary('UPDATE projects SET team_id = NULL WHERE id = $1', project.id);
      expect([await seen('/requests'), await seen('/users/me/projects')]).toEqual([[], []]);
      const old = await asStandby(`SELECT FROM projects WHERE name = 'moves' AND team_id IS NOT NULL`);
      expect(old.rows).toHaveLength(1);
      // The replica would have answered: it is recent enough for a list that decides nothing.
      const before = await answeredBy('replica');
      await teams(reader);
      expect(await answeredBy('replica')).toBeGreaterThan(before);
    } finally {
      await asStandby('SELECT pg_wal_replay_resume()');
    }
  });

  it('come from the primary for a caller with a recent change, while the replica is stalled', async () => {
    await asStandby('SELECT pg_wal_replay_pause()');
    const made = await call(writer, '/teams', { name: 'just made' });
    // What an export leaves out, a verifier takes for removed.
    expect(await exportedBy(reader, '/audit-events?action=team.create')).toContain(made.id);
    expect(await teams(writer)).toContain('just made');
    expect(await call(writer, `/teams/${made.id}`)).toMatchObject({ name: 'just made' });
    const { rows } = await asStandby(`SELECT FROM teams WHERE name = 'just made'`);
    expect(rows).toEqual([]);
  });

  it('come from the primary for all once the replica lags more than five seconds', async () => {
    await eventually(async () => (await teams(reader)).includes('just made'), 'a list that is not old');
    expect(await staleness()).toBeGreaterThan(5);
    const before = await answeredBy('replica');
    await teams(reader);
    expect(await answeredBy('replica')).toBe(before);
    // Its readiness does not depend on the replica.
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
  });

  it('come from the replica again when it has caught up', async () => {
    await asStandby('SELECT pg_wal_replay_resume()');
    await untilReplicaAnswers('/teams');
    expect(await teams(reader)).toContain('just made');
    expect(await staleness()).toBeLessThan(5);
  });

  it('continue without the replica', async () => {
    await standby.stop();
    for (let n = 0; n < 5; n += 1) expect(await teams(reader)).toContain('just made');
  });
});
