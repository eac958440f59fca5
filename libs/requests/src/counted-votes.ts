import { holdsSql } from '#libs/rbac';

/**
 * Returns SQL that is true when the approval `approvals a` of `access_requests r`, whose project is `projects p`, counts: its
 * voter is active and still holds the permission that it was given by (D100).
 *
 * @param lock whether that stays so until the transaction ends
 */
export function countsSql(lock: 'lock' | 'look' = 'look'): string {
  const place = { projectId: 'r.project_id', teamId: 'p.team_id' };
  return `a.decision = 'approve' AND CASE WHEN a.voted_as = 'security'
    THEN ${holdsSql('a.approver_id', 'secret.security.approve', null, lock)}
    ELSE ${holdsSql('a.approver_id', 'secret.approve', place, lock)} END`;
}

/** The query of those who gave the approvals of request $1 that count, and keep counting until the transaction ends. */
export const LOCK_COUNTED_VOTES = `SELECT a.approver_id FROM access_requests r JOIN projects p ON p.id = r.project_id
    JOIN approvals a ON a.request_id = r.id
  WHERE r.id = $1 AND ${countsSql('lock')}`;
