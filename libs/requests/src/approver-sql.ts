import { grantsSql, mayHoldSql } from '#libs/rbac';

/** Maximum count of grants of a role at one place. */
const MAX_COUNTED = 1000;

/**
 * Grants that cover a place: $1 the permission, $2 the project, $3 its teams, $4 whether scoped grants are included. Each
 * branch scans an index of its own.
 *
 * @param columns of `user_roles a`, from our own code
 */
const covering = (columns: string): string =>
  [
    'a.project_id IS NULL AND a.team_id IS NULL',
    '$4 AND a.project_id = $2::uuid',
    '$4 AND a.team_id = ANY ($3::uuid[])',
  ]
    .map(
      (scope) => `SELECT ${columns} FROM roles r JOIN user_roles a ON a.role_id = r.id
      JOIN users u ON u.id = a.user_id AND NOT u.disabled AND ${mayHoldSql('u.kind', '$1')} WHERE $1 = ANY (r.permissions) AND ${scope}`,
    )
    .join(' UNION ALL ');

/** Active users who hold the permission at the place, with all their grants; $5 the limit. */
export const HOLDERS = `SELECT u.id AS user_id, u.display_name, u.email,
    ${grantsSql('u.id')} AS grants
  FROM (SELECT DISTINCT user_id FROM (${covering('a.user_id')}) every LIMIT $5) held JOIN users u ON u.id = held.user_id
  ORDER BY u.email, u.id`;

/** The number of these users, by role and by the scope of their grant. */
export const HOLDER_GROUPS = `SELECT r.name AS role_name, s.kind, s.id, s.name, n.count FROM roles r
  CROSS JOIN (
    SELECT 'platform' AS kind, NULL::uuid AS id, NULL AS name
    UNION ALL SELECT 'project', p.id, p.name FROM projects p WHERE $4 AND p.id = $2::uuid
    UNION ALL SELECT 'team', t.id, t.name FROM teams t WHERE $4 AND t.id = ANY ($3::uuid[])) s
  CROSS JOIN LATERAL (SELECT count(*)::int FROM (
    SELECT DISTINCT g.user_id FROM (
      SELECT a.user_id FROM user_roles a
        WHERE s.kind = 'platform' AND a.role_id = r.id AND a.project_id IS NULL AND a.team_id IS NULL
      UNION ALL SELECT a.user_id FROM user_roles a
        WHERE s.kind = 'project' AND a.role_id = r.id AND a.project_id = s.id
      UNION ALL SELECT a.user_id FROM user_roles a
        WHERE s.kind = 'team' AND a.role_id = r.id AND a.team_id = s.id) g
      JOIN users u ON u.id = g.user_id AND NOT u.disabled AND ${mayHoldSql('u.kind', '$1')} LIMIT ${MAX_COUNTED}) counted) n
  WHERE $1 = ANY (r.permissions) AND n.count > 0
  ORDER BY array_position(ARRAY['platform', 'team', 'project'], s.kind), s.name, r.name`;
