import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import type { AccessRequest } from './requests.js';
import type { Submitted } from './submit.js';

export type Verification = components['schemas']['VerificationResponse'];
export type Vote = components['schemas']['CastVoteBody'];

/** Asks another team for values. @throws ApiError */
export async function submitCrossTeam(
  body: components['schemas']['SubmitCrossTeamBody'],
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Submitted> {
  return dataOf(api.POST('/api/v1/requests/cross-team', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Declines to provide values, with a reason. @throws ApiError */
export async function refuse(id: string, reason: string, prompt: StepUpPrompt): Promise<AccessRequest> {
  const params = { path: { id } };
  return dataOf(
    api.POST('/api/v1/requests/{id}/refuse', { params, body: { reason }, ...withStepUp(prompt) }),
  );
}

/** Votes on values that were provided, for their source or for security. @throws ApiError */
export async function verify(id: string, body: Vote, prompt: StepUpPrompt): Promise<Verification> {
  const params = { path: { id } };
  return dataOf(api.POST('/api/v1/requests/{id}/verify', { params, body, ...withStepUp(prompt) }));
}
