import { createDataSource } from '#libs/database';

/** The service's database role could take the audit log's protection away. */
class DatabaseRoleError extends Error {
  override readonly name = 'DatabaseRoleError';
  /** Its message holds names of variables alone, and may be shown. */
  readonly code = 'database_role';
  readonly kind = 'config';
}

/** What is looked at of a process's configuration. */
interface DatabaseAccess {
  readonly databaseUrl: string;
  readonly databaseDirectUrl: string;
  readonly securityProfile: 'standard' | 'strict';
}

/**
 * True for whoever could drop the triggers that keep audit rows as they are, or what the triggers call: a superuser,
 * the owner of an audit table, of such a function or of the schema, and whoever is or may become a member of those.
 * By the role that signed in: it can undo any SET ROLE. Up to Postgres 15, CREATEROLE makes oneself a member of any role.
 */
const IN_REACH = `SELECT bool_or(pg_has_role(session_user, guarded.owner, 'MEMBER'))
    OR (SELECT rolsuper OR (rolcreaterole AND current_setting('server_version_num')::int < 160000)
      FROM pg_roles WHERE rolname = session_user) AS "inReach"
  FROM (
    SELECT nspowner AS owner FROM pg_namespace WHERE nspname = 'public'
    UNION ALL
    SELECT relowner FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname ~ '^audit_'
    UNION ALL
    SELECT p.proowner FROM pg_proc p
      JOIN pg_trigger t ON t.tgfoid = p.oid
      JOIN pg_class c ON c.oid = t.tgrelid AND c.relnamespace = 'public'::regnamespace AND c.relname ~ '^audit_'
    ) guarded`;

/**
 * Looks at the roles that the process runs with, before it does anything else (D95 g).
 *
 * @param warn told, under the standard profile, what under strict ends the boot
 * @throws DatabaseRoleError under strict
 */
export async function checkDatabaseRoles(
  { databaseUrl, databaseDirectUrl, securityProfile }: DatabaseAccess,
  warn: (text: string) => void,
): Promise<void> {
  const variables = new Map([
    [databaseDirectUrl, 'SVC_DATABASE_DIRECT_URL'],
    [databaseUrl, 'DATABASE_URL'],
  ]);
  for (const [url, variable] of variables) {
    if (!(await hasAuditLogInReach(url))) continue;
    const fault = `the role of ${variable} owns the audit tables, or could take their triggers away`;
    const advice = 'see "Database roles" in docs/operations.md';
    if (securityProfile === 'strict')
      throw new DatabaseRoleError(`Under SVC_SECURITY_PROFILE=strict this does not do: ${fault}; ${advice}.`);
    warn(`${fault}; ${advice}`);
  }
}

async function hasAuditLogInReach(url: string): Promise<boolean> {
  const source = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    const [row] = await source.query<{ inReach: boolean }[]>(IN_REACH);
    return row?.inReach ?? true;
  } finally {
    await source.destroy();
  }
}
