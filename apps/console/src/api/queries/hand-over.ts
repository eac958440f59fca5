import type { components } from '@countersign/client';
import { api, confirmed, dataOf } from '../client.js';
import type { Deed } from '../deed.js';
import type { AccessRequest } from './requests.js';
import type { Submitted } from './submit.js';

export type Verification = components['schemas']['VerificationResponse'];
export type Vote = components['schemas']['CastVoteBody'];

/** Asks another team for values. @throws ApiError */
export async function submitHandOver(
  body: components['schemas']['SubmitCrossTeamBody'],
  deed: Deed,
  idempotencyKey: string,
): Promise<Submitted> {
  return dataOf(api.POST('/api/v1/requests/cross-team', { body, ...confirmed(deed, idempotencyKey) }));
}

/** Declines to provide values, with a reason. @throws ApiError */
export async function refuse(id: string, reason: string, deed: Deed): Promise<AccessRequest> {
  const params = { path: { id } };
  return dataOf(api.POST('/api/v1/requests/{id}/refuse', { params, body: { reason }, ...confirmed(deed) }));
}

/** Votes on values that were provided, for their source or for security. @throws ApiError */
export async function verify(id: string, body: Vote, deed: Deed): Promise<Verification> {
  const params = { path: { id } };
  return dataOf(api.POST('/api/v1/requests/{id}/verify', { params, body, ...confirmed(deed) }));
}
