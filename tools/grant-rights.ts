import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** The role named in deploy/sql/rights.sql. */
const NAMED = /\bcountersign_service\b/g;

/**
 * Grants the service's role its privileges after a migration: deploy/sql/rights.sql.
 * @param url of the role that owns the tables
 * @param role the service's, a name that needs no quotes
 * @throws the database's error, with nothing changed
 */
export async function grantRights(url: string, role: string): Promise<void> {
  const sql = await readFile(new URL('../../deploy/sql/rights.sql', import.meta.url), 'utf8');
  const client = new pg.Client({ connectionString: url, application_name: 'countersign-rights' });
  await client.connect();
  try {
    await client.query(sql.replace(NAMED, role));
  } finally {
    await client.end();
  }
}
