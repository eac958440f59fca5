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
  const place = { projectId: kind === 'project' ? id : null, teamIds: upwards(team, teams) };
  return missingPermissionAt(me, 'policy.author', place) === null ? null : messageOf('out_of_scope_policy');
}

function upwards(
  from: string | null,
  teams: readonly { readonly id: string; readonly parent_id: string | null }[],
): string[] {
  const ids: string[] = [];
  for (let next = from; next !== null && !ids.includes(next);) {
    ids.push(next);
    next = teams.find(({ id }) => id === ids.at(-1))?.parent_id ?? null;
  }
  return ids;
}
