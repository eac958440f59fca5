import type { ConnectionScope, ProviderType } from '#libs/connection-scope';
import { cursorColumn, versionOf } from '#libs/core';
import { aliveAgents } from './alive-agents.js';
import { STALE_RUN } from './stale-run-sql.js';

/** The mutable columns of a connection. */
export interface ConnectionFields {
  readonly name: string;
  readonly cluster_name: string | null;
  readonly description: string | null;
  readonly status: 'active' | 'disabled';
  readonly scope: ConnectionScope;
  readonly auth_method: string | null;
  readonly discover_enabled: boolean;
  readonly discover_interval_seconds: number;
  readonly self_service_bindable: boolean;
}

/** A provider connection in full, for holders of integration.edit only. */
export interface ConnectionRow extends ConnectionFields {
  readonly id: string;
  readonly type: ProviderType;
  readonly last_discover_at: Date | null;
  readonly last_discover_status: 'running' | 'success' | 'failure' | null;
  readonly last_discover_started_at: Date | null;
  readonly last_discover_error: string | null;
  /** Number of names that the last run skipped; null when it failed, or its agent does not report it. */
  readonly last_discover_skipped_secrets: number | null;
  readonly last_discover_skipped_keys: number | null;
  /** The last run has taken more than twice its interval. Computed, not stored. */
  readonly possibly_stale: boolean;
  /** Number of agents for its jobs that sent a heartbeat in the last minute. */
  readonly agents_alive: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

/** Returns the version of a connection, for optimistic concurrency. A discovery run does not change it. */
export function connectionVersion(row: ConnectionRow): string {
  const { id, name, cluster_name, description, status, scope, auth_method, updated_at } = row;
  const discovery = [row.discover_enabled, row.discover_interval_seconds, row.self_service_bindable];
  return versionOf([
    ...[id, name, cluster_name, description, status, scope, auth_method],
    ...discovery,
    updated_at,
  ]);
}

/** The columns of `provider_connections c` as ConnectionRow. */
export const CONNECTION_COLUMNS = `c.id, c.name, c.type, c.cluster_name, c.description, c.status, c.scope, c.auth_method,
  c.discover_enabled, c.discover_interval_seconds, c.self_service_bindable,
  c.last_discover_at, c.last_discover_status, c.last_discover_started_at, c.last_discover_error,
  c.last_discover_skipped_secrets, c.last_discover_skipped_keys,
  coalesce(${STALE_RUN}, false) AS possibly_stale,
  ${aliveAgents('c.id', 'c.cluster_name')} AS agents_alive,
  c.created_at, c.updated_at, ${cursorColumn('c.created_at')}`;
