import { createDataSource } from '#libs/database';

/** The service's database role can remove the protection of the audit log. */
class DatabaseRoleError extends Error {
  override readonly name = 'DatabaseRoleError';
  /** The message contains variable names only, and may be logged. */
  readonly code = 'database_role';
  readonly kind = 'config';
}

/** The configuration that is checked. */
interface DatabaseAccess {
  readonly databaseUrl: string;
  readonly databaseDirectUrl: string;
  readonly securityProfile: 'standard' | 'strict';
}

/**
 * True when the role can drop the triggers that keep audit rows immutable, or their functions: a superuser,
 * the owner of an audit table, of such a function or of the schema, and every direct or potential member of those.
 * Checks session_user, who can undo any SET ROLE. Up to Postgres 15, CREATEROLE can add itself to any role.
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
 * Checks the privileges of the process's database roles, first at boot (D95 g).
 *
 * @param warn called instead of throwing under the standard profile
 * @throws DatabaseRoleError under the strict profile
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
    const fault = `the role of ${variable} owns the audit tables, or can drop their triggers`;
    const advice = 'see "Database roles" in docs/operations.md';
    if (securityProfile === 'strict')
      throw new DatabaseRoleError(`SVC_SECURITY_PROFILE=strict refuses to start: ${fault}; ${advice}.`);
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
