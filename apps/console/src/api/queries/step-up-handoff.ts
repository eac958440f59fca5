import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, dataOf } from '../client.js';

export type StepUpHandoff = components['schemas']['HandoffChallengeResponse'];

/** Which of one's own sessions asks for a confirmation. @param id as in the address that the command line printed */
export const handoffQuery = (id: string) =>
  queryOptions({
    queryKey: ['step-up-handoff', id],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/auth/mfa/handoff/{id}/challenge', { params: { path: { id } }, signal })),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Gives that session what the authenticator said. @throws ApiError */
export async function answerHandoff(id: string, response: Record<string, never>): Promise<void> {
  const call = { params: { path: { id } }, body: { response } };
  await dataOf(api.POST('/api/v1/auth/mfa/handoff/{id}/response', call));
}
