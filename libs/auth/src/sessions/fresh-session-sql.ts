import { activeSql } from './sessions.store.js';

/**
 * Returns SQL that is true while the session is active and its step-up is fresh, by the database's clock. For statements
 * that consume something: the guard's check may be outdated when they run (D62).
 *
 * @param sessionId a trusted SQL expression for the session's id
 * @param windowSeconds a trusted SQL expression for the step-up window
 */
export function freshSessionSql(sessionId: string, windowSeconds: string): string {
  return sessionSql(sessionId, freshSql('fresh', windowSeconds));
}

/**
 * Returns SQL that is true while the session may retrieve a value: a user's while its step-up is fresh, a workload's while
 * it is active, since workloads can't step up.
 *
 * @param sessionId a trusted SQL expression for the session's id
 * @param windowSeconds a trusted SQL expression for the step-up window
 */
export function mayRetrieveSql(sessionId: string, windowSeconds: string): string {
  return sessionSql(
    sessionId,
    `(${freshSql('fresh', windowSeconds)} OR fresh.workload_token_hash IS NOT NULL)`,
  );
}

/** @param condition on `sessions fresh` */
function sessionSql(sessionId: string, condition: string): string {
  return `EXISTS (SELECT 1 FROM sessions fresh WHERE fresh.id = ${sessionId} AND ${activeSql('fresh')}
    AND ${condition})`;
}

/** Returns SQL that is true while the session of that alias has a fresh step-up; false without one. */
export function freshSql(alias: string, windowSeconds: string): string {
  return `coalesce(${alias}.last_mfa_at >
    clock_timestamp() - make_interval(secs => (${windowSeconds})::double precision), false)`;
}
