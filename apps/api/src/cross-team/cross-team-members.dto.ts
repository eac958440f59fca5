import type { AccessRequest } from '#libs/requests';

/** What a cross-team request has beside the members of every request. */
export class CrossTeamMembers {
  target_team_id?: string;
  target_project_id?: string;
  target_environment_id?: string;
  source_project_id?: string;
  destination_provider_connection_id?: string;
  destination_secret_ref?: string;
  destination_keys?: readonly string[];
  fill_expires_at?: string;
  filled_by_user_id?: string | null;
  filled_at?: string | null;
  fill_comment?: string | null;
  snap_requires_security_approval?: boolean;
  snap_min_approvers?: number;
}

/** The row's cross-team members; none of them for another type. */
export function crossTeamMembersOf(row: AccessRequest): CrossTeamMembers {
  if (row.target_team_id === null || row.target_project_id === null) return {};
  return {
    target_team_id: row.target_team_id,
    target_project_id: row.target_project_id,
    target_environment_id: row.environment_id,
    source_project_id: row.project_id,
    destination_provider_connection_id: row.provider_connection_id,
    destination_secret_ref: row.secret_ref,
    destination_keys: row.keys,
    fill_expires_at: row.expires_at.toISOString(),
    filled_by_user_id: row.filled_by_user_id,
    filled_at: row.filled_at?.toISOString() ?? null,
    fill_comment: row.fill_comment,
    snap_requires_security_approval: row.requires_security_approval,
    snap_min_approvers: row.min_approvers,
  };
}
