interface DriverError {
  code?: string;
  constraint?: string;
  message?: string;
  routine?: string;
}

/**
 * SQLSTATE classes and Node error codes of an unavailable database, as opposed to a wrong statement. 57014 is a statement
 * timeout. 28, 3D000 and 55000 refuse a connection: the role, the database, or all connections for a while.
 */
const UNAVAILABLE_SQLSTATE = /^(08|28|3D000|55000|57014|57P0|53|58|25006|25P03)/;
const UNAVAILABLE_NODE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
]);
/** "Already released": TypeORM releases a connection that was lost between two statements of a transaction. */
const UNAVAILABLE_TEXT =
  /connection terminated|timeout exceeded when trying to connect|client was closed|not queryable|connection ended|query read timeout|driver not connected|after calling end on the pool|connection is closed|already released/i;

function driverErrorOf(error: unknown): DriverError {
  if (typeof error !== 'object' || error === null) return {};
  const outer = error as { driverError?: DriverError } & DriverError;
  return outer.driverError ?? outer;
}

/** Returns whether the database was unreachable or is shutting down, which is a 503 (D83). */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = driverErrorOf(error);
  if (code && (UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_NODE.has(code))) return true;
  return error instanceof Error && !code && UNAVAILABLE_TEXT.test(message ?? '');
}

/** Returns whether to retry the transaction: serialization failure, deadlock (40001, 40P01) or outdated plan. */
export function isRetryable(error: unknown): boolean {
  const { code } = driverErrorOf(error);
  return code === '40001' || code === '40P01' || isOutdatedPlan(error);
}

/** Returns whether a migration has changed the result type of a prepared statement, which has to be prepared again. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = driverErrorOf(error);
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** Returns whether the statement violated the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return driverErrorOf(error).constraint === constraint;
}

/** Returns whether the statement failed at the named table or a partition of it; Postgres never translates names. */
export function failedAtTable(error: unknown, table: string): boolean {
  const { code, message } = driverErrorOf(error);
  return code !== undefined && !isRetryable(error) && (message ?? '').includes(table);
}
