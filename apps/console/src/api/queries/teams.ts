import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, changing, confirmed, dataOf, type Versioned, versionOf } from '../client.js';
import type { Deed } from '../deed.js';

export type Team = components['schemas']['TeamResponse'];

/** One team, with its version for those who change it. */
export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', 'one', id],
    queryFn: async ({ signal }) =>
      versionOf(api.GET('/api/v1/teams/{id}', { params: { path: { id } }, signal })),
  });

/** Makes a team. @throws ApiError */
export async function createTeam(
  body: components['schemas']['CreateTeamBody'],
  deed: Deed,
  idempotencyKey: string,
): Promise<Team> {
  return dataOf(api.POST('/api/v1/teams', { body, ...confirmed(deed, idempotencyKey) }));
}

/** Renames a team, or moves it with all below it. @throws ApiError */
export async function updateTeam(
  read: Versioned<Team>,
  body: components['schemas']['UpdateTeamBody'],
  deed: Deed,
): Promise<Team> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/teams/{id}', { params, body, ...changing(deed, read) }));
}

/** Archives a team, or takes it back. @throws ApiError */
export async function setTeamStatus(
  read: Versioned<Team>,
  status: Team['status'],
  deed: Deed,
): Promise<Team> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/teams/{id}/status', { params, body: { status }, ...changing(deed, read) }));
}
