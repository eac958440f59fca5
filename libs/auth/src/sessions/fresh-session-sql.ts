import { activeSql } from './sessions.store.js';

/**
 * SQL that is true while the session is active and its step-up lies within the window, by the database's
 * clock. For the statement that consumes something, where the guard's answer may be out of date (D62).
 *
 * @param sessionId an SQL expression for the session's id, from our own code
 * @param windowSeconds an SQL expression for the freshness window in seconds
 */
export function freshSessionSql(sessionId: string, windowSeconds: string): string {
  return `EXISTS (SELECT 1 FROM sessions fresh WHERE fresh.id = ${sessionId} AND ${activeSql('fresh')}
    AND ${freshSql('fresh', windowSeconds)})`;
}

/** SQL that is true while a step-up on the session of that alias is fresh; false when there was none. */
export function freshSql(alias: string, windowSeconds: string): string {
  return `coalesce(${alias}.last_mfa_at >
    clock_timestamp() - make_interval(secs => (${windowSeconds})::double precision), false)`;
}
