import type { Permission } from '#libs/permissions';
import { holdsSql, type PlaceSql } from '#libs/rbac';
import { isValidSql, VOTE_PERMISSIONS } from './access-request.js';

/**
 * Selects and locks the approvers of request $1 whose votes are valid, and $2, so that this stays true until the transaction
 * ends. If $2 may not vote, nobody is selected or locked: otherwise anybody could keep an approver from being disabled, because
 * a writer waits for all shared locks.
 */
export const LOCK_VOTERS = {
  source: lockVotersSql(VOTE_PERMISSIONS.source, { projectId: 'r.project_id', teamId: 'p.team_id' }),
  security: lockVotersSql(VOTE_PERMISSIONS.security, null),
} as const;

function lockVotersSql(permission: Permission, place: PlaceSql | null): string {
  const request = 'access_requests r JOIN projects p ON p.id = r.project_id';
  const mayVote = (lock: 'for_share' | 'none'): string =>
    holdsSql('$2::uuid', `'${permission}'`, place, lock);
  return `SELECT a.approver_id AS id, false AS votes FROM ${request} JOIN approvals a ON a.request_id = r.id
      WHERE r.id = $1 AND CASE WHEN ${mayVote('none')} THEN ${isValidSql('for_share')} END
    UNION ALL SELECT $2::uuid, true FROM ${request} WHERE r.id = $1 AND ${mayVote('for_share')}`;
}
