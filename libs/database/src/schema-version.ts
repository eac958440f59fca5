import type { DataSource } from 'typeorm';
import { migrations } from '../../../migrations/index.js';

/** The schema is not the one this release was made for. */
export class SchemaVersionError extends Error {
  override readonly name = 'SchemaVersionError';
}

/**
 * Refuses a schema that is older or newer than this release knows.
 *
 * @throws SchemaVersionError naming the migrations that are missing or unknown
 */
export async function assertSchemaVersion(dataSource: Pick<DataSource, 'query'>): Promise<void> {
  const known = migrations.map((migration) => migration.name);
  const applied = await appliedMigrations(dataSource);
  const missing = known.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new SchemaVersionError(`The schema is older than this release: run db:migrate (missing ${missing.join(', ')}).`);
  }
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new SchemaVersionError(`The schema is newer than this release (unknown ${unknown.join(', ')}).`);
  }
}

async function appliedMigrations(dataSource: Pick<DataSource, 'query'>): Promise<string[]> {
  const [table] = (await dataSource.query(`SELECT to_regclass('schema_migrations') AS name`)) as { name: string | null }[];
  if (!table?.name) return [];
  const rows = (await dataSource.query('SELECT name FROM schema_migrations ORDER BY id')) as { name: string }[];
  return rows.map((row) => row.name);
}
