import { createDataSource, IDLE_IN_TRANSACTION_MS, STATEMENT_TIMEOUT_MS } from './data-source.js';
import { preparedStatement } from './prepared-statement.js';

/** Sessions at DATABASE_URL lack what the service requires; a pooler is the usual cause. */
class DatabaseSessionError extends Error {
  override readonly name = 'DatabaseSessionError';
  /** The message contains names of variables and settings only, and may be logged. */
  readonly code = 'database_session';
  readonly kind = 'config';
}

/** The configuration that is checked. */
interface DatabaseAccess {
  readonly databaseUrl: string;
  readonly databaseDirectUrl: string;
  readonly poolerPreparedStatements: boolean;
  readonly securityProfile: 'standard' | 'strict';
}

/** Session timeouts in milliseconds, sent with each new connection. */
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
} as const;
const NAMES = Object.keys(LIMITS).join(', ');

const LIMITS_IN_FORCE = 'SELECT name, setting::bigint::int AS ms FROM pg_settings WHERE name = ANY($1)';
/** Finds the statement itself, under the name that the server has for it. */
const OWN_NAMES = 'SELECT name FROM pg_prepared_statements WHERE statement = $1';
/** PgBouncer rejects an unknown startup parameter with 08P01, unless it is configured to ignore it. */
const UNSUPPORTED_PARAMETER = /unsupported startup parameter/;
/** Duplicate or unknown prepared statement. */
const NOT_KEPT = ['42P05', '26000'];

const ADVICE = 'see "A transaction pooler" in docs/scaling.md';

/**
 * Checks sessions at DATABASE_URL at boot: whether they have the timeouts, which a pooler may drop, and whether a pooler that
 * is configured to keep prepared statements does.
 *
 * @param warn called under the standard profile for missing timeouts
 * @throws DatabaseSessionError for missing timeouts under the strict profile; for rejected parameters or lost statements always
 */
export async function checkSessions(access: DatabaseAccess, warn: (text: string) => void): Promise<void> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, poolerPreparedStatements: poolerPrepares } = access;
  const source = createDataSource({ url, directUrl, poolerPrepares, poolSize: 1 });
  try {
    await source.initialize().catch(explainRefusal);
    if (url !== directUrl && poolerPrepares) await assertPreparedStatementsKept(source);
    const rows = await source.query<{ name: keyof typeof LIMITS; ms: number }[]>(LIMITS_IN_FORCE, [
      Object.keys(LIMITS),
    ]);
    const missing = rows.filter(({ name, ms }) => ms === 0 || ms > LIMITS[name]).map(({ name }) => name);
    if (missing.length === 0) return;
    const fault = `sessions at DATABASE_URL have no ${missing.sort().join(' and no ')}; ${ADVICE}`;
    if (access.securityProfile === 'strict')
      throw new DatabaseSessionError(`SVC_SECURITY_PROFILE=strict refuses to start: ${fault}.`);
    warn(fault);
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof Error) || !UNSUPPORTED_PARAMETER.test(error.message)) throw error;
  throw new DatabaseSessionError(
    `The pooler at DATABASE_URL refuses session settings: its ignore_startup_parameters must list ${NAMES}; ${ADVICE}.`,
  );
}

/** A pooler that keeps statements renames them; one that forwards them loses them with the server's connection. */
async function assertPreparedStatementsKept(source: ReturnType<typeof createDataSource>): Promise<void> {
  const names = await source.query<{ name: string }[]>(OWN_NAMES, [OWN_NAMES]).then(
    (rows) => rows.map(({ name }) => name),
    (error: { code?: string }): string[] => {
      if (NOT_KEPT.includes(error.code ?? '')) return [];
      throw error;
    },
  );
  if (names.length > 0 && !names.includes(preparedStatement(OWN_NAMES)!.name)) return;
  throw new DatabaseSessionError(
    `SVC_DATABASE_POOLER_PREPARED_STATEMENTS is true, but the pooler at DATABASE_URL does not keep them; ${ADVICE}.`,
  );
}
