/**
 * SQL expression for all that a user holds: a JSON array of `{permission, scope}`, so that session,
 * user and grants come from one statement and a revoked grant has no effect on the next request.
 *
 * @param userId an SQL expression for the user's id, from our own code
 */
export function grantsSql(userId: string): string {
  return `coalesce((
    SELECT json_agg(json_build_object('permission', held.permission, 'scope',
      json_strip_nulls(json_build_object('project_id', a.project_id, 'team_id', a.team_id))))
    FROM user_roles a JOIN roles r ON r.id = a.role_id CROSS JOIN unnest(r.permissions) AS held (permission)
    WHERE a.user_id = ${userId}), '[]')`;
}
