import { activeSql } from './sessions.store.js';

/**
 * Returns SQL that is true while the session is active and its step-up fresh, by the database's clock. For statements
 * that consume something: the guard's check may be stale by then (D62).
 *
 * @param sessionId a trusted SQL expression for the session's id
 * @param windowSeconds a trusted SQL expression for the step-up window
 */
export function freshSessionSql(sessionId: string, windowSeconds: string): string {
  return `EXISTS (SELECT 1 FROM sessions fresh WHERE fresh.id = ${sessionId} AND ${activeSql('fresh')}
    AND ${freshSql('fresh', windowSeconds)})`;
}

/**
 * Returns SQL that is true while the session may be handed a value: a person's while it is fresh, a workload's while it is
 * active, since there is no step-up for machines.
 *
 * @param sessionId a trusted SQL expression for the session's id
 * @param windowSeconds a trusted SQL expression for the step-up window
 */
export function servedSessionSql(sessionId: string, windowSeconds: string): string {
  return `EXISTS (SELECT 1 FROM sessions fresh WHERE fresh.id = ${sessionId} AND ${activeSql('fresh')}
    AND (${freshSql('fresh', windowSeconds)} OR fresh.workload_token_hash IS NOT NULL))`;
}

/** Returns SQL that is true while the session of that alias has a fresh step-up; false without one. */
export function freshSql(alias: string, windowSeconds: string): string {
  return `coalesce(${alias}.last_mfa_at >
    clock_timestamp() - make_interval(secs => (${windowSeconds})::double precision), false)`;
}
