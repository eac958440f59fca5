import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/http';
import { providerErrors } from '../providers.errors.js';
import type { SecretFilter } from './secret-filter.js';

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
const SECRETS = `SELECT s.id, s.provider_connection_id, s.cluster_name, s.provider, s.ref, s.keys, s.labels, s.version, s.status,
    ARRAY(SELECT es.environment_id FROM environment_secrets es WHERE es.secret_id = s.id ORDER BY 1) AS environment_ids,
    s.first_seen_at,
    CASE WHEN s.status = 'active' THEN greatest(s.last_seen_at, c.last_full_discover_at, t.last_full_discover_at)
      ELSE s.last_seen_at END AS last_seen_at,
    s.created_at, s.updated_at, ${cursorColumn('s.created_at')}
  FROM secrets s
    LEFT JOIN provider_connections c ON c.id = s.provider_connection_id
    LEFT JOIN discovery_targets t ON t.id = s.target_id`;

/** Lists and finds discovered secrets; any signed-in user may see them (D12). */
@Injectable()
export class SecretReadModel {
  constructor(private readonly database: Database) {}

  /** @throws DomainError secret_not_found */
  async one(id: string): Promise<SecretRow> {
    const [row] = await this.database.query<SecretRow>(`${SECRETS} WHERE s.id = $1`, [id]);
    if (!row) throw providerErrors.secretNotFound();
    return row;
  }

  /**
   * Oldest first; with a prefix, by reference instead: the index of references then gives the page as it stands,
   * where in order of time all that match would have to be sorted first.
   */
  async list(filter: SecretFilter, page: PageRequest): Promise<Page<SecretRow>> {
    const parameters: unknown[] = [];
    const add = (value: unknown): string => `$${parameters.push(value)}`;
    const where = conditionsOf(filter, add);
    const byRef = filter.refPrefix !== undefined;
    if (page.after) where.push(byRef ? afterRef(page.after, add) : afterTime(page.after, add));
    const sql = `${SECRETS} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
      ORDER BY ${byRef ? 's.ref COLLATE "C", s.id' : 's.created_at, s.id'} LIMIT ${add(page.limit + 1)}`;
    return pageOf(await this.database.query<SecretRow>(sql, parameters), page.limit);
  }
}

type Add = (value: unknown) => string;

function conditionsOf(filter: SecretFilter, add: Add): string[] {
  const { clusterName, provider, refPrefix, status, labels } = filter;
  const where: string[] = [];
  if (clusterName !== undefined) where.push(`s.cluster_name = ${add(clusterName)}`);
  if (provider !== undefined) where.push(`s.provider = ${add(provider)}`);
  if (status !== undefined) where.push(`s.status = ${add(status)}`);
  if (refPrefix !== undefined) where.push(`s.ref COLLATE "C" LIKE ${add(`${escaped(refPrefix)}%`)}`);
  // One condition each: two values of one label never widen to the last of them.
  for (const { name, value } of labels)
    where.push(`s.labels @> ${add(JSON.stringify({ [name]: value }))}::jsonb`);
  return where;
}

/** The text as LIKE takes it literally. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function afterTime(after: NonNullable<PageRequest['after']>, add: Add): string {
  return `(s.created_at, s.id) > (${add(after.at)}::timestamptz, ${add(after.id)}::uuid)`;
}

/** The cursor names the last row, whose reference never changes. */
function afterRef(after: NonNullable<PageRequest['after']>, add: Add): string {
  const id = add(after.id);
  return `(s.ref COLLATE "C", s.id) > ((SELECT l.ref FROM secrets l WHERE l.id = ${id}::uuid), ${id}::uuid)`;
}
