import { teamIdsOf } from '../../places/team-tree.js';
import { useQuery } from '@tanstack/react-query';
import { missingPermissionAt } from '../../api/missing-permission.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import type { Anchor } from '../../api/queries/scoped-rules.js';
import { messageOf } from '../../api/error-messages.js';

/** Returns why the person does not write rules for a place; null where they do, or as long as that is not known. */
export function useUncovered({ kind, id }: Anchor): string | null {
  const me = useMe();
  const teams = useQuery(teamsQuery).data;
  const project = useQuery(projectsQuery).data?.find((each) => each.id === id);
  const lacking = missingPermission(me, 'policy.author');
  const team = kind === 'team' ? id : project?.team_id;
  if (lacking !== null || teams === undefined || team === undefined) return lacking;
  const place = { projectId: kind === 'project' ? id : null, teamIds: teamIdsOf(teams, team) };
  return missingPermissionAt(me, 'policy.author', place) === null ? null : messageOf('out_of_scope_policy');
}
