import { Injectable } from '@nestjs/common';
import { type Tx, violates } from '#libs/database';
import { CONNECTION_COLUMNS, type ConnectionFields, type ConnectionRow } from './connection-row.js';
import { providerErrors } from './providers.errors.js';

const FIELDS = `name, cluster_name, description, status, scope, auth_method, discover_enabled,
  discover_interval_seconds, self_service_bindable`;

/** Writes provider connections. */
@Injectable()
export class ProviderConnectionStore {
  /** Inserts a connection, and returns its row. @throws DomainError connection_name_exists */
  async insert(tx: Tx, id: string, type: string, fields: ConnectionFields): Promise<ConnectionRow> {
    const sql = `INSERT INTO provider_connections AS c (id, type, ${FIELDS})
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${CONNECTION_COLUMNS}`;
    return withNameConflict(tx.query<ConnectionRow>(sql, [id, type, ...parametersOf(fields)]));
  }

  /** Locks the row until the transaction ends; null for an unknown id. */
  async lock(tx: Tx, id: string): Promise<ConnectionRow | null> {
    const sql = `SELECT ${CONNECTION_COLUMNS} FROM provider_connections c WHERE c.id = $1 FOR UPDATE`;
    return (await tx.query<ConnectionRow>(sql, [id]))[0] ?? null;
  }

  /** Locks the row for share until the transaction ends; null for an unknown id. */
  async lockForShare(tx: Tx, id: string): Promise<ConnectionRow | null> {
    const sql = `SELECT ${CONNECTION_COLUMNS} FROM provider_connections c WHERE c.id = $1 FOR SHARE`;
    return (await tx.query<ConnectionRow>(sql, [id]))[0] ?? null;
  }

  /** Returns how many bindings the connection has. */
  async countBindings(tx: Tx, id: string): Promise<number> {
    const sql = 'SELECT count(*)::int AS count FROM provider_connection_bindings WHERE connection_id = $1';
    return (await tx.query<{ count: number }>(sql, [id]))[0]?.count ?? 0;
  }

  /** Deletes the row with its discovered secrets and enrollment tokens. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM provider_connections WHERE id = $1', [id]);
  }

  /** Changes all mutable columns, and returns the row. @throws DomainError connection_name_exists */
  async update(tx: Tx, id: string, fields: ConnectionFields): Promise<ConnectionRow> {
    const sql = `UPDATE provider_connections AS c
      SET (${FIELDS}) = ROW ($2, $3, $4, $5, $6, $7, $8, $9, $10), updated_at = clock_timestamp()
      WHERE c.id = $1 RETURNING ${CONNECTION_COLUMNS}`;
    return withNameConflict(tx.query<ConnectionRow>(sql, [id, ...parametersOf(fields)]));
  }
}

function parametersOf(fields: ConnectionFields): unknown[] {
  return [
    fields.name,
    fields.cluster_name,
    fields.description,
    fields.status,
    fields.scope,
    fields.auth_method,
    fields.discover_enabled,
    fields.discover_interval_seconds,
    fields.self_service_bindable,
  ];
}

async function withNameConflict(rows: Promise<ConnectionRow[]>): Promise<ConnectionRow> {
  try {
    return (await rows)[0] as ConnectionRow;
  } catch (error) {
    if (violates(error, 'uq_provider_connections_name')) throw providerErrors.connectionNameExists();
    throw error;
  }
}
