import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';

export type PreviewBody = components['schemas']['PreviewBody'];
export type Preview = components['schemas']['PreviewResponse'];
export type Submitted = components['schemas']['SubmittedRequestResponse'];

/** What a request like this would meet; null while something of it is not chosen yet. */
export const previewQuery = (body: PreviewBody | null) =>
  queryOptions({
    queryKey: ['requests', 'preview', body],
    queryFn: async ({ signal }) => dataOf(api.POST('/api/v1/requests/preview', { body: body!, signal })),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Requests to read keys of a secret. @throws ApiError */
export async function submitRead(
  body: components['schemas']['SubmitReadBody'],
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Submitted> {
  return dataOf(api.POST('/api/v1/requests/read', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Has values fetched without anybody's approval, where the rule allows it. @throws ApiError */
export async function revealDirectly(
  { project_id: id, environment_id: env_id, provider_connection_id, secret_ref }: PreviewBody,
  keys: readonly string[],
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Submitted> {
  const call = api.POST('/api/v1/projects/{id}/environments/{env_id}/direct-reveal', {
    params: { path: { id, env_id } },
    body: { provider_connection_id, secret_ref, keys: [...keys] },
    ...withStepUp(prompt, idempotencyKey),
  });
  return dataOf(call);
}
