import { createDataSource, Database } from '#libs/database';
import { newId, type PageRequest, pageRequest } from '#libs/core';
import { labelOf, type SecretFilter, SecretReadModel } from '#libs/providers';
import type { BenchServers } from '../support/bench-servers.js';
import { median } from '../support/ratio.js';

/** A catalogue of so many secrets, in a database of its own. */
export interface Catalogue {
  readonly secrets: SecretReadModel;
  close(): Promise<void>;
}

const CONNECTIONS = ['north', 'east', 'south', 'west'];
/** In order of reference as a walk finds them; clusters, kinds, labels and what is missing spread over all of them. */
const FILL = `INSERT INTO secrets (id, provider_connection_id, cluster_name, provider, ref, keys, labels, status, created_at)
  SELECT gen_random_uuid(), c.id, c.cluster_name, CASE WHEN n % 4 = 0 THEN 'cloud1-sm' ELSE 'vault' END,
    'team-' || lpad((n / 2000)::text, 3, '0') || '/app-' || lpad((n / 20)::text, 5, '0') || '/secret-' || n, '{password}',
    jsonb_build_object('env', CASE WHEN n % 2 = 0 THEN 'dev' ELSE 'prod' END, 'owner', 'o' || n % 50, 'app', 'a' || n / 20),
    CASE WHEN n % 50 = 7 THEN 'missing' ELSE 'active' END, now() - make_interval(secs => 2000000 - n)
  FROM generate_series($1::int, $2::int) n JOIN provider_connections c ON c.cluster_name = ($3::text[])[1 + n % 4]`;
const AT_ONCE = 50_000;

export async function fillCatalogue(servers: BenchServers, name: string, count: number): Promise<Catalogue> {
  const url = await servers.addDatabase(name);
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  const database = new Database(dataSource);
  for (const cluster of CONNECTIONS)
    await database.query(
      `INSERT INTO provider_connections (id, name, type, cluster_name, scope) VALUES ($1, $2, 'vault', $2, '{}')`,
      [newId(), cluster],
    );
  for (let from = 0; from < count; from += AT_ONCE)
    await database.query(FILL, [from, Math.min(from + AT_ONCE, count) - 1, CONNECTIONS]);
  await database.query('VACUUM ANALYZE');
  return { secrets: new SecretReadModel(database), close: () => dataSource.destroy() };
}

const label = (...texts: string[]): Partial<SecretFilter> => ({
  labels: texts.map((text) => labelOf(text)!),
});

/** Every filter of `GET /secrets`, alone and beside others; each with values that are found in both catalogues. */
export const FILTERS: Readonly<Record<string, (n: number) => Partial<SecretFilter>>> = {
  none: () => ({}),
  cluster: (n) => ({ clusterName: CONNECTIONS[n % 4] }),
  provider: (n) => ({ provider: n % 2 === 0 ? 'vault' : 'cloud1-sm' }),
  'status active': () => ({ status: 'active' }),
  'status missing': () => ({ status: 'missing' }),
  'prefix of a team': (n) => ({ refPrefix: `team-00${n % 5}/` }),
  'prefix of an application': (n) => ({ refPrefix: `team-000/app-0000${n % 10}/` }),
  'common label': (n) => label(n % 2 === 0 ? 'env:dev' : 'env:prod'),
  'label of one in fifty': (n) => label(`owner:o${n % 50}`),
  'label of twenty': (n) => label(`app:a${n % 400}`),
  'two labels': (n) => label('env:dev', `owner:o${2 * (n % 25)}`),
  'rare label, then a common one': (n) => label(`app:a${n % 400}`, 'env:dev'),
  'common label, then a rare one': (n) => label('env:dev', `app:a${2 * (n % 200)}`),
  'wide prefix and common label': () => ({ ...label('env:dev'), refPrefix: 'team-' }),
  'wide prefix and rare label': (n) => ({ ...label(`app:a${n % 400}`), refPrefix: 'team-' }),
  'narrow prefix and common label': (n) => ({
    ...label('env:dev'),
    refPrefix: `team-000/app-0000${n % 10}/`,
  }),
  'cluster and status': (n) => ({ clusterName: CONNECTIONS[n % 4], status: 'active' }),
  'cluster, prefix and label': (n) => ({
    ...label('env:dev'),
    clusterName: CONNECTIONS[2 * (n % 2)],
    refPrefix: `team-00${n % 5}/`,
  }),
};

/**
 * The median time of a query, in milliseconds, first pages and the pages after them.
 *
 * @throws Error where nothing is found: that measures nothing
 */
export async function queryTime(
  { secrets }: Catalogue,
  filterOf: (n: number) => Partial<SecretFilter>,
  queries: number,
): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < queries; n += 1) {
    const filter = { labels: [], ...filterOf(n) };
    const list = async (page: PageRequest) => {
      const started = process.hrtime.bigint();
      const found = await secrets.list(filter, page);
      took.push(Number(process.hrtime.bigint() - started) / 1e6);
      return found;
    };
    const first = await list({ limit: 100, after: null });
    if (first.rows.length === 0) throw new Error(`nothing found for ${JSON.stringify(filter)}`);
    if (first.next !== null) await list(pageRequest({ limit: 100, cursor: first.next }));
  }
  return median(took);
}
