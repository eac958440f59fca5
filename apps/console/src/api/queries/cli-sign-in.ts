import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';

export type CliRequest = components['schemas']['CliRequestResponse'];

/** Which command line asks to be signed in. @param request_id as in the address that it printed */
export const cliRequestQuery = (request_id: string) =>
  queryOptions({
    queryKey: ['cli-request', request_id],
    queryFn: async ({ signal }) =>
      dataOf(api.POST('/api/v1/auth/cli/inspect', { body: { request_id }, signal })),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Signs it in as this person. @returns where the browser goes next; null where it asks by itself. @throws ApiError */
export async function allowCli(
  request_id: string,
  user_code: string | null,
  prompt: StepUpPrompt,
): Promise<string | null> {
  const body = { request_id, user_code };
  return redirectIn(await dataOf(api.POST('/api/v1/auth/cli/allow', { body, ...withStepUp(prompt) })));
}

/** Refuses it. @returns as `allowCli` @throws ApiError */
export async function refuseCli(request_id: string): Promise<string | null> {
  return redirectIn(await dataOf(api.POST('/api/v1/auth/cli/refuse', { body: { request_id } })));
}

function redirectIn(answer: { readonly redirect: string } | undefined): string | null {
  return answer?.redirect ?? null;
}
