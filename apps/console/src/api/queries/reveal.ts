import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withStepUp, dataOf, openApi } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';

export type WrapSummary = components['schemas']['WrapSummaryResponse'];
export type RevealSession = components['schemas']['OpenedRevealResponse'];

/** What became of a request's values, for its requester: never the values. */
export const wrapsQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['requests', 'one', requestId, 'wraps'],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/requests/{id}/wraps', { params: { path: { id: requestId } }, signal })),
  });

/** The person's reveal sessions that are open, in this window or another. */
export const openRevealsQuery = queryOptions({
  queryKey: ['reveal sessions', 'open'],
  queryFn: async ({ signal }) => dataOf(api.GET('/api/v1/reveal-sessions/me/active', { signal })),
  staleTime: 0,
});

/** Opens a request's values for a limited time; none of them is sent yet. @throws ApiError */
export async function openReveal(requestId: string, prompt: StepUpPrompt): Promise<RevealSession> {
  const body = { access_request_id: requestId };
  return dataOf(api.POST('/api/v1/reveal-sessions', { body, ...withStepUp(prompt) }));
}

/** Ends a reveal session: what was not retrieved is destroyed. It is sent even while the page goes away. */
export async function endReveal(sessionId: string, reason: 'unmount' | 'user_hide'): Promise<void> {
  const params = { path: { id: sessionId } };
  const call = openApi.POST('/api/v1/reveal-sessions/{id}/expire', {
    ...{ params, body: { reason }, keepalive: true },
  });
  await dataOf(call);
}
