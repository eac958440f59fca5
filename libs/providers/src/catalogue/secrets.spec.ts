import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '#libs/database';
import { newId, pageRequest, type PageRequest } from '#libs/core';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { labelOf, type SecretFilter } from './secret-filter.js';
import { SecretReadModel, type SecretRow } from './secrets.read-model.js';

/** Remembers the last statement, so that a test can ask for its plan. */
class RememberingDatabase extends Database {
  last: [string, readonly unknown[]] = ['', []];

  override query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.last = [sql, parameters];
    return super.query<Row>(sql, parameters);
  }
}

const FIRST: PageRequest = { limit: 100, after: null };
const PROJECT = newId();
const ENVIRONMENTS = [newId(), newId()] as const;
const CLUSTERS = ['east', 'west', 'north', 'south'];
let db: TestDatabase;
let database: RememberingDatabase;
let secrets: SecretReadModel;

beforeAll(async () => {
  db = await createTestDatabase();
  database = new RememberingDatabase(db.dataSource);
  secrets = new SecretReadModel(database);
  const connections = CLUSTERS.map((cluster) => [newId(), cluster] as const);
  for (const [id, cluster] of connections)
    await database.query(
      `INSERT INTO provider_connections (id, name, type, cluster_name, scope) VALUES ($1, $2, 'vault', $2, '{}')`,
      [id, cluster],
    );
  // Found in order of reference, as a store is walked: the two orders go together and must not be mistaken.
  await database.query(
    `INSERT INTO secrets (id, provider_connection_id, cluster_name, provider, ref, keys, labels, status, created_at)
      SELECT gen_random_uuid(), c.id, c.cluster_name, CASE WHEN n % 4 = 0 THEN 'cloud1-sm' ELSE 'vault' END,
        'apps/' || lpad((n / 100)::text, 4, '0') || '/s_' || n, ARRAY['a'],
        jsonb_build_object('env', CASE WHEN n % 2 = 0 THEN 'dev' ELSE 'prod' END, 'team', 't' || n % 500),
        CASE WHEN n % 50 = 0 THEN 'missing' ELSE 'active' END, clock_timestamp() - make_interval(secs => n)
      FROM generate_series(1, 20000) n JOIN provider_connections c ON c.cluster_name = ($1::text[])[1 + n % 4]`,
    [CLUSTERS],
  );
  await database.query(
    `UPDATE secrets SET keys = '{a,rare}' WHERE ref = ANY (ARRAY['apps/0003/s_300', 'apps/0003/s_399'])`,
  );
  // In two environments of one project; the first of them has s_1 to s_200, the second s_101 to s_300.
  const maker = newId();
  await database.query(
    `INSERT INTO users (id, email, email_key, kind) VALUES ($1, 'a@example.test', 'a@example.test', 'local')`,
    [maker],
  );
  await database.query(`INSERT INTO projects (id, name, created_by) VALUES ($1, 'p', $2)`, [PROJECT, maker]);
  for (const [index, id] of ENVIRONMENTS.entries()) {
    await database.query(
      `INSERT INTO environments (id, project_id, name, type, kind, risk_level) VALUES ($1, $2, $3, 'dev', 'non_prod', 0)`,
      [id, PROJECT, `e${index}`],
    );
    await database.query(
      `INSERT INTO environment_secrets (environment_id, secret_id)
        SELECT $1, id FROM secrets WHERE split_part(ref, '_', 2)::int BETWEEN $2 AND $3`,
      [id, index * 100 + 1, index * 100 + 200],
    );
  }
  await database.query('ANALYZE secrets, secret_labels, environment_secrets');
});
afterAll(() => db.drop());

const list = (filter: Partial<SecretFilter>, page = FIRST) => secrets.list({ labels: [], ...filter }, page);
const label = (text: string) => labelOf(text)!;

/** Returns every page, and that none is longer than the limit. */
async function all(filter: Partial<SecretFilter>, limit: number): Promise<SecretRow[]> {
  const rows: SecretRow[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list(filter, pageRequest({ limit, cursor }));
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    if (page.next === null) return rows;
    cursor = page.next;
  }
}

describe('the catalogue', () => {
  it.each<[string, Partial<SecretFilter>, (row: SecretRow) => boolean, number]>([
    ['cluster', { clusterName: 'west' }, (row) => row.cluster_name === 'west', 5000],
    ['provider', { provider: 'cloud1-sm' }, (row) => row.provider === 'cloud1-sm', 5000],
    ['status', { status: 'missing' }, (row) => row.status === 'missing', 400],
    ['prefix', { refPrefix: 'apps/0012/' }, (row) => row.ref.startsWith('apps/0012/'), 100],
    ['label', { labels: [label('team:t7')] }, (row) => row.labels['team'] === 't7', 40],
    [
      'two labels',
      { labels: [label('team:t7'), label('env:prod')] },
      (row) => row.labels['env'] === 'prod',
      40,
    ],
    [
      'environment',
      { environmentId: ENVIRONMENTS[1] },
      (row) => row.environment_ids.includes(ENVIRONMENTS[1]),
      200,
    ],
    ['project', { projectId: PROJECT }, (row) => row.environment_ids.length > 0, 300],
    [
      'environment, label and prefix',
      { environmentId: ENVIRONMENTS[0], labels: [label('env:dev')], refPrefix: 'apps/0000/' },
      (row) => row.environment_ids.includes(ENVIRONMENTS[0]) && row.labels['env'] === 'dev',
      49,
    ],
    ['key', { key: 'rare' }, (row) => row.keys.includes('rare'), 2],
    ['part of the reference', { text: '/S_1234' }, (row) => row.ref.includes('/s_1234'), 11],
    ['part, with a wildcard', { text: '/s%1234' }, () => false, 0],
    [
      'several at once',
      { clusterName: 'west', status: 'active', refPrefix: 'apps/00' },
      (row) => row.cluster_name === 'west' && row.status === 'active' && row.ref.startsWith('apps/00'),
      2500,
    ],
  ])('lists by %s in pages, each secret once', async (_, filter, holds, count) => {
    const rows = await all(filter, 700);
    expect(rows.every(holds)).toBe(true);
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map((row) => row.id)).size).toBe(count);
  });

  it('lists oldest first, or by reference when filtered by prefix', async () => {
    const { rows } = await list({ clusterName: 'east' });
    const times = rows.map((row) => row.created_at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const refs = (await all({ refPrefix: 'apps/01' }, 99)).map((row) => row.ref);
    expect(refs).toEqual([...refs].sort());
  });

  it.each<[string, Partial<SecretFilter>]>([
    ['two values of one label', { labels: [label('env:dev'), label('env:prod')] }],
    ['a label without its value', { labels: [label('env:')] }],
    ['a wildcard in a prefix', { refPrefix: 'apps/%/s' }],
    ['an underscore in a prefix, which stands for itself', { refPrefix: 'apps_0012' }],
    ['a backslash in a prefix', { refPrefix: 'apps\\' }],
    ['a cluster that is none', { clusterName: "west' OR true --" }],
  ])('returns nothing for %s', async (_, filter) => {
    expect(await list(filter)).toEqual({ rows: [], next: null });
  });

  it('treats an underscore in a prefix literally', async () => {
    expect((await list({ refPrefix: 'apps/0012/s_1200' })).rows).toHaveLength(1);
  });

  it.each<[string, Partial<SecretFilter>, string]>([
    ['nothing', {}, 'ix_secrets_created'],
    ['cluster', { clusterName: 'west' }, 'ix_secrets_cluster'],
    ['provider', { provider: 'cloud1-sm' }, 'ix_secrets_provider'],
    ['status', { status: 'missing' }, 'ix_secrets_status'],
    ['prefix', { refPrefix: 'apps/0' }, 'ix_secrets_ref'],
    ['a common label', { labels: [label('env:dev')] }, 'pk_secret_labels'],
    ['a common key', { key: 'a' }, 'ix_secrets_created'],
    ['a common part', { text: 'apps/' }, 'ix_secrets_created'],
    ['environment', { environmentId: ENVIRONMENTS[0] }, 'pk_environment_secrets'],
  ])('uses the index for the first and later pages by %s', async (_, filter, index) => {
    const first = await list(filter, { limit: 20, after: null });
    for (const after of [null, pageRequest({ cursor: first.next! }).after]) {
      await list(filter, { limit: 20, after });
      const plan = await planOf(database);
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan on secrets');
      // The page itself is put in order after it is found; finding it takes no sort.
      expect(plan.slice(plan.indexOf('CTE s'), plan.indexOf('->  CTE Scan'))).not.toContain('Sort');
    }
  });

  it.each<[string, Partial<SecretFilter>]>([
    ['narrow prefix', { refPrefix: 'apps/0012/' }],
    ['rare label', { labels: [label('team:t7')] }],
    ['rare key', { key: 'rare' }],
    ['project', { projectId: PROJECT }],
    ['rare label beside a common one', { labels: [label('env:prod'), label('team:t7')] }],
  ])('never scans all secrets for a %s', async (_, filter) => {
    await list(filter);
    expect(await planOf(database)).not.toMatch(/Seq Scan on secret/);
  });

  it.each<[string, Partial<SecretFilter>]>([
    ['a common label under a wide prefix', { refPrefix: 'apps/', labels: [label('env:dev')] }],
    ['a common label under a narrow prefix', { refPrefix: 'apps/0012/', labels: [label('env:dev')] }],
    ['a common label before a rare one', { labels: [label('env:prod'), label('team:t7')] }],
    ['common labels in a cluster', { clusterName: 'east', labels: [label('env:dev'), label('team:t8')] }],
  ])('for %s reads little more than it returns', async (_, filter) => {
    const { rows } = await list(filter, { limit: 20, after: null });
    expect(rows.length).toBeGreaterThan(0);
    const plan = await planOf(database, 'ANALYZE, TIMING OFF');
    for (const [, read] of plan.matchAll(/actual rows=(\d+)/g)) expect(Number(read)).toBeLessThanOrEqual(200);
    for (const [, removed] of plan.matchAll(/Rows Removed by Filter: (\d+)/g))
      expect(Number(removed)).toBeLessThanOrEqual(200);
  });

  it('returns the same secrets for a prefix and labels, whichever index is used', async () => {
    for (const [text, count] of [
      ['env:dev', 50],
      ['team:t200', 1],
    ] as const) {
      const rows = await all({ refPrefix: 'apps/0012/', labels: [label(text)] }, 7);
      expect(rows).toHaveLength(count);
      expect(rows.map((row) => row.ref)).toEqual(rows.map((row) => row.ref).sort());
    }
  });

  it('keeps its labels up to date when secrets change or are deleted', async () => {
    const { rows } = await list({ labels: [label('team:t9')] }, { limit: 2, after: null });
    const [changed, gone] = rows.map((row) => row.id);
    await database.query(`UPDATE secrets SET labels = '{"team": "moved", "a:b": "c"}' WHERE id = $1`, [
      changed,
    ]);
    await database.query('DELETE FROM secrets WHERE id = $1', [gone]);
    expect((await list({ labels: [label('team:t9')] })).rows).toHaveLength(38);
    for (const text of ['team:moved', 'a:b:c'])
      expect((await list({ labels: [label(text)] })).rows.map((row) => row.id)).toEqual([changed]);
    const left = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM secret_labels WHERE secret_id = ANY ($1)',
      [[changed, gone]],
    );
    expect(left).toEqual([{ count: 2 }]);
  });

  it('finds a label too long for an index entry', async () => {
    const { rows } = await list({ labels: [label('team:t11')] }, { limit: 1, after: null });
    const long = '\u{1F600}'.repeat(900);
    await database.query(`UPDATE secrets SET labels = jsonb_build_object('long', $2::text) WHERE id = $1`, [
      rows[0]!.id,
      long,
    ]);
    expect((await list({ labels: [label(`long:${long}`)] })).rows.map((row) => row.id)).toEqual([
      rows[0]!.id,
    ]);
    expect((await list({ labels: [label(`long:${long}x`)] })).rows).toEqual([]);
  });

  it('returns a secret by id, or not found', async () => {
    const { rows } = await list({});
    expect(await secrets.get(rows[0]!.id)).toMatchObject({ ref: rows[0]!.ref, environment_ids: [] });
    await expect(secrets.get(newId())).rejects.toMatchObject({ code: 'secret_not_found', kind: 'not_found' });
  });

  it.each([
    ['k:v', { name: 'k', value: 'v' }],
    ['k:', { name: 'k', value: '' }],
    ['k:v:w', { name: 'k', value: 'v:w' }],
    [':v', null],
    ['k', null],
    ['', null],
  ])('parses the label filter %j', (text, expected) => {
    expect(labelOf(text)).toEqual(expected);
  });
});

async function planOf({ last: [sql, parameters] }: RememberingDatabase, options = 'COSTS'): Promise<string> {
  const rows = await db.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (${options}) ${sql}`, parameters);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
