import type { Permission } from '#libs/permissions';

/** The one permission that a workload can hold, whatever its role includes: it asks, and never decides or administers. */
export const WORKLOAD_PERMISSION = 'secret.request' satisfies Permission;

/**
 * Returns SQL that is true when a principal of this kind can hold the permission.
 *
 * @param kind a trusted SQL expression for the user's kind
 * @param permission a trusted SQL expression
 */
export function mayHoldSql(kind: string, permission: string): string {
  return `(${kind} <> 'workload' OR ${permission} = '${WORKLOAD_PERMISSION}')`;
}
