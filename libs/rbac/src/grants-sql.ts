import { mayHoldSql } from './workload-permission.js';

/**
 * Returns an SQL expression for all grants of a user: a JSON array of `{permission, scope}`. Session, user and grants
 * come from one statement, so that a revoked grant has no effect on the next request. Of a workload's role only
 * WORKLOAD_PERMISSION counts.
 *
 * @param userId a trusted SQL expression for the user's id
 */
export function grantsSql(userId: string): string {
  return `coalesce((
    SELECT json_agg(json_build_object('permission', held.permission, 'scope',
      json_strip_nulls(json_build_object('project_id', a.project_id, 'team_id', a.team_id))))
    FROM user_roles a JOIN roles r ON r.id = a.role_id CROSS JOIN unnest(r.permissions) AS held (permission)
      JOIN users gu ON gu.id = a.user_id
    WHERE a.user_id = ${userId} AND ${mayHoldSql('gu.kind', 'held.permission')}), '[]')`;
}
