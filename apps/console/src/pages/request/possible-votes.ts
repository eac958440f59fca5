import { hasPermission, type Me } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import { requiredVotes, type VotedAs } from './cross-team-votes.js';

/** Returns the votes that a user may cast by their permissions; the service also checks teams, and decides. */
export function possibleVotes(request: RequestDetail, me: Me): VotedAs[] {
  const may: Readonly<Record<VotedAs, boolean>> = {
    source: me.permissions.some(
      ({ permission, scope }) =>
        permission === 'secret.approve' &&
        (scope.project_id === undefined || scope.project_id === request.source_project_id),
    ),
    security: hasPermission(me, 'secret.security.approve'),
  };
  return requiredVotes(request).filter((votedAs) => may[votedAs]);
}
