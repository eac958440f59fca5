import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/core';
import { providerErrors } from '../providers.errors.js';
import { RAREST_LABEL, type RarestLabel } from './rarest-label.js';
import type { SecretFilter } from './secret-filter.js';
import { isPlaced, secretPageSql } from './secret-page-sql.js';

/** A discovered secret: names, without values. */
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

/** Every active secret was found by its source's last full run, which does not update unchanged rows. */
const COLUMNS = `s.id, s.provider_connection_id, s.cluster_name, s.provider, s.ref, s.keys, s.labels, s.version, s.status,
  ARRAY(SELECT es.environment_id FROM environment_secrets es WHERE es.secret_id = s.id ORDER BY 1) AS environment_ids,
  s.first_seen_at,
  CASE WHEN s.status = 'active' THEN greatest(s.last_seen_at, c.last_full_discover_at, t.last_full_discover_at)
    ELSE s.last_seen_at END AS last_seen_at,
  s.created_at, s.updated_at, ${cursorColumn('s.created_at')}`;

const SOURCES = `LEFT JOIN provider_connections c ON c.id = s.provider_connection_id
  LEFT JOIN discovery_targets t ON t.id = s.target_id`;

/** Lists and finds discovered secrets, which are visible to any signed-in user (D12). */
@Injectable()
export class SecretReadModel {
  constructor(private readonly database: Database) {}

  /** @throws DomainError secret_not_found */
  async get(id: string): Promise<SecretRow> {
    const sql = `SELECT ${COLUMNS} FROM secrets s ${SOURCES} WHERE s.id = $1`;
    const [row] = await this.database.query<SecretRow>(sql, [id]);
    if (!row) throw providerErrors.secretNotFound();
    return row;
  }

  /**
   * Returns a page of secrets, oldest first; with a prefix, by ref; for a project or environment, by id. Each order has an
   * index, so that only the page is read, except for a key, part of a ref, or a project: those may read and sort all matches.
   */
  async list(filter: SecretFilter, page: PageRequest): Promise<Page<SecretRow>> {
    const found = secretPageSql(filter, await this.leadOf(filter), page);
    // MATERIALIZED, so that only the page's rows are joined.
    const sql = `WITH s AS MATERIALIZED (${found.sql}) SELECT ${COLUMNS} FROM s ${SOURCES} ORDER BY ${found.order}`;
    return pageOf(await this.database.lists.query<SecretRow>(sql, found.parameters), page.limit);
  }

  /** Returns the label to look up first; null without a choice. */
  private async leadOf(filter: SecretFilter): Promise<RarestLabel | null> {
    const { labels, refPrefix } = filter;
    if (isPlaced(filter)) return null;
    const chooses = labels.length > 1 || (labels.length === 1 && refPrefix !== undefined);
    if (!chooses) return labels.length === 1 ? { index: 0, rare: true } : null;
    const parameters = [labels.map((label) => label.name), labels.map((label) => label.value)];
    const [rarest] = await this.database.query<RarestLabel>(RAREST_LABEL, parameters);
    return rarest ?? null;
  }
}
