import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/http';
import { providerErrors } from '../providers.errors.js';
import { type Label, type SecretFilter } from './secret-filter.js';

/** A discovered secret: its names, never its values. */
export interface SecretRow {
  readonly id: string;
  /** Null for a secret of a deprecated discovery target. */
  readonly provider_connection_id: string | null;
  readonly cluster_name: string | null;
  readonly provider: string;
  readonly ref: string;
  readonly keys: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly version: string | null;
  readonly status: 'active' | 'missing';
  readonly environment_ids: readonly string[];
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

/** An active secret was seen by its source's last full run, which did not rewrite it only to say so. */
const COLUMNS = `s.id, s.provider_connection_id, s.cluster_name, s.provider, s.ref, s.keys, s.labels, s.version, s.status,
  ARRAY(SELECT es.environment_id FROM environment_secrets es WHERE es.secret_id = s.id ORDER BY 1) AS environment_ids,
  s.first_seen_at,
  CASE WHEN s.status = 'active' THEN greatest(s.last_seen_at, c.last_full_discover_at, t.last_full_discover_at)
    ELSE s.last_seen_at END AS last_seen_at,
  s.created_at, s.updated_at, ${cursorColumn('s.created_at')}`;

const SOURCES = `LEFT JOIN provider_connections c ON c.id = s.provider_connection_id
  LEFT JOIN discovery_targets t ON t.id = s.target_id`;

/** Lists and finds discovered secrets; any signed-in user may see them (D12). */
@Injectable()
export class SecretReadModel {
  constructor(private readonly database: Database) {}

  /** @throws DomainError secret_not_found */
  async one(id: string): Promise<SecretRow> {
    const sql = `SELECT ${COLUMNS} FROM secrets s ${SOURCES} WHERE s.id = $1`;
    const [row] = await this.database.query<SecretRow>(sql, [id]);
    if (!row) throw providerErrors.secretNotFound();
    return row;
  }

  /**
   * Oldest first; with a prefix, by reference instead. Either way an index gives the page as it stands, where
   * otherwise all that match would have to be sorted first.
   */
  async list(filter: SecretFilter, page: PageRequest): Promise<Page<SecretRow>> {
    const { sql, parameters } = secretListSql(filter, page);
    return pageOf(await this.database.query<SecretRow>(sql, parameters), page.limit);
  }
}

/** The page is found first, so that what is joined to it is joined to its rows alone. */
function secretListSql(filter: SecretFilter, page: PageRequest): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const add: Add = (value) => `$${parameters.push(value)}`;
  const labelled = filter.labels.map((label, index) => labelJoin(label, index, add));
  const where = conditionsOf(filter, add);
  const order = orderOf(filter);
  if (page.after) where.push(`(${order.columns}) > (${order.position(page.after, add)})`);
  const sql = `WITH s AS MATERIALIZED (
      SELECT s.* FROM secrets s ${labelled.join(' ')}
      ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY ${order.columns} LIMIT ${add(page.limit + 1)})
    SELECT ${COLUMNS} FROM s ${SOURCES}
    ORDER BY ${(order === BY_REF ? BY_REF : BY_TIME).columns}`;
  return { sql, parameters };
}

type Add = (value: unknown) => string;

/**
 * One join for each label: two values of one label never widen to the last of them. The first gives the order, the
 * others are looked up by their whole key.
 */
function labelJoin(label: Label, index: number, add: Add): string {
  const here = `l${index}`;
  const same =
    index === 0
      ? 'l0.secret_id = s.id'
      : `(${here}.created_at, ${here}.secret_id) = (l0.created_at, l0.secret_id)`;
  return `JOIN secret_labels ${here} ON ${here}.label = secret_label(${add(label.name)}, ${add(label.value)}) AND ${same}`;
}

/** A place in a list: what gives its order, written as in the index that the filter leads with. */
interface Order {
  readonly columns: string;
  /** The cursor's place as those columns have it. */
  position(after: NonNullable<PageRequest['after']>, add: Add): string;
}

const byTime = (columns: string, zone = ''): Order => ({
  columns,
  position: (after, add) => `${add(after.at)}::timestamptz ${zone}, ${add(after.id)}::uuid`,
});

const BY_TIME = byTime('s.created_at, s.id');
const BY_FILTERED_TIME = byTime("(s.created_at AT TIME ZONE 'UTC'), s.id", "AT TIME ZONE 'UTC'");
const BY_LABELLED_TIME = byTime('l0.created_at, l0.secret_id');

/** The cursor stands for the reference of the row it names, which never changes. */
const BY_REF: Order = {
  columns: 's.ref COLLATE "C", s.id',
  position: (after, add) => {
    const id = `${add(after.id)}::uuid`;
    return `(SELECT r.ref FROM secrets r WHERE r.id = ${id}), ${id}`;
  },
};

function orderOf({ refPrefix, labels, clusterName, provider, status }: SecretFilter): Order {
  if (refPrefix !== undefined) return BY_REF;
  if (labels.length > 0) return BY_LABELLED_TIME;
  return (clusterName ?? provider ?? status) === undefined ? BY_TIME : BY_FILTERED_TIME;
}

function conditionsOf(filter: SecretFilter, add: Add): string[] {
  const { clusterName, provider, refPrefix, status } = filter;
  const where: string[] = [];
  if (clusterName !== undefined) where.push(`s.cluster_name = ${add(clusterName)}`);
  if (provider !== undefined) where.push(`s.provider = ${add(provider)}`);
  if (status !== undefined) where.push(`s.status = ${add(status)}`);
  if (refPrefix !== undefined) where.push(`s.ref COLLATE "C" LIKE ${add(`${escaped(refPrefix)}%`)}`);
  return where;
}

/** The text as LIKE takes it literally. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
