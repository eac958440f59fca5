import type { DataSource } from 'typeorm';
import { migrations } from '../../../migrations/index.js';

/** Anything that runs SQL, such as a data source. */
type Queryable = Pick<DataSource, 'query'>;

/** The schema is not the one of this release. */
class SchemaVersionError extends Error {
  override readonly name = 'SchemaVersionError';
  /** The message contains names of migrations only, and may be logged. */
  readonly code = 'schema_version';
  readonly kind = 'config';
}

/**
 * Rejects a schema that is older or newer than this release knows.
 *
 * @throws SchemaVersionError naming the migrations that are missing or unknown
 */
export async function assertSchemaVersion(dataSource: Queryable): Promise<void> {
  const known = migrations.map((migration) => migration.name);
  const applied = await appliedMigrations(dataSource);
  const missing = known.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new SchemaVersionError(
      `The schema is older than this release: run db:migrate (missing ${missing.join(', ')}).`,
    );
  }
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new SchemaVersionError(`The schema is newer than this release (unknown ${unknown.join(', ')}).`);
  }
}

async function appliedMigrations(dataSource: Queryable): Promise<string[]> {
  const [table] = await dataSource.query<{ name: string | null }[]>(
    `SELECT to_regclass('schema_migrations') AS name`,
  );
  if (!table?.name) return [];
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations ORDER BY id');
  return rows.map((row) => row.name);
}
