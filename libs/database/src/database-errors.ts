interface DriverError {
  code?: string;
  constraint?: string;
  message?: string;
  routine?: string;
}

/**
 * SQLSTATE classes and Node error codes that mean: the database is unavailable or refuses connections, not: the statement
 * is wrong. 57014 is the end of a statement's time. 28, 3D000 and 55000 refuse a connection: our role, our database, or everybody for a while.
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
/** "Already released": TypeORM lets go of a connection that was lost between two statements of a transaction. */
const UNAVAILABLE_TEXT =
  /connection terminated|timeout exceeded when trying to connect|client was closed|not queryable|connection ended|query read timeout|driver not connected|after calling end on the pool|connection is closed|already released/i;

function driverErrorOf(error: unknown): DriverError {
  if (typeof error !== 'object' || error === null) return {};
  const outer = error as { driverError?: DriverError } & DriverError;
  return outer.driverError ?? outer;
}

/** True when the database could not be reached or is shutting down: the caller answers 503 (D83). */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = driverErrorOf(error);
  if (code && (UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_NODE.has(code))) return true;
  return error instanceof Error && !code && UNAVAILABLE_TEXT.test(message ?? '');
}

/** True for a serialization failure or deadlock (40001, 40P01), or an outdated plan: the transaction may simply run again. */
export function isRetryable(error: unknown): boolean {
  const { code } = driverErrorOf(error);
  return code === '40001' || code === '40P01' || isOutdatedPlan(error);
}

/** True when a migration has changed the type of what a kept statement returns; prepared anew, it runs. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = driverErrorOf(error);
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** True when the statement broke the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return driverErrorOf(error).constraint === constraint;
}

/** True when the statement failed at the named table or a partition of it; Postgres never translates names. */
export function failedAtTable(error: unknown, table: string): boolean {
  const { code, message } = driverErrorOf(error);
  return code !== undefined && !isRetryable(error) && (message ?? '').includes(table);
}
