import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { Scope } from '#libs/permissions';
import { projectsQuery, teamsQuery } from '../api/queries/places.js';

/** Where a grant counts, in words: "in the team Payments and below". */
export function GrantPlace({ scope }: { scope: Scope }): JSX.Element {
  const projects = useQuery({ ...projectsQuery, enabled: scope.project_id !== undefined }).data;
  const teams = useQuery({ ...teamsQuery, enabled: scope.team_id !== undefined }).data;
  if (scope.project_id !== undefined) return <>in the project {nameIn(projects, scope.project_id)}</>;
  if (scope.team_id !== undefined) return <>in the team {nameIn(teams, scope.team_id)} and below</>;
  return <>everywhere</>;
}

/** The name in a direction of its own, so that the words around it keep their order. */
function nameIn(rows: readonly { id: string; name: string }[] | undefined, id: string): JSX.Element {
  return <bdi>{rows?.find((row) => row.id === id)?.name ?? '…'}</bdi>;
}
