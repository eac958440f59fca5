import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** The role that deploy/sql/rights.sql speaks of. */
const NAMED = /\bcountersign_service\b/g;

/** True for a role's name that needs no quotes. */
export const isRoleName = (text: string): boolean => /^[a-z_][a-z0-9_]{0,62}$/.test(text);

/**
 * Gives the service's role what it may do after a migration, and no more: deploy/sql/rights.sql.
 *
 * @param url of the role that owns the tables
 * @param role the service's, by a name that isRoleName takes
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
