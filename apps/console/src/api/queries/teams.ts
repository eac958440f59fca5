import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';

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
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Team> {
  return dataOf(api.POST('/api/v1/teams', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Renames a team, or moves it with all below it. @throws ApiError */
export async function updateTeam(
  read: Versioned<Team>,
  body: components['schemas']['UpdateTeamBody'],
  prompt: StepUpPrompt,
): Promise<Team> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/teams/{id}', { params, body, ...withIfMatch(prompt, read) }));
}

/** Archives a team, or takes it back. @throws ApiError */
export async function setTeamStatus(
  read: Versioned<Team>,
  status: Team['status'],
  prompt: StepUpPrompt,
): Promise<Team> {
  const params = { path: { id: read.row.id } };
  return dataOf(
    api.PUT('/api/v1/teams/{id}/status', { params, body: { status }, ...withIfMatch(prompt, read) }),
  );
}
