import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { pagedQuery } from './paged.js';

export type Factor = components['schemas']['FactorResponse'];
export type OwnSession = components['schemas']['SessionResponse'];

/** The second factors of the person who is signed in. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['me', 'own-factors'],
  queryFn: async ({ signal }) => dataOf(api.GET('/api/v1/users/me/mfa/factors', { signal })),
});

/** Where the person is signed in. */
export const ownSessionsQuery = pagedQuery<OwnSession>(['me', 'own-sessions'], (page, signal) =>
  api.GET('/api/v1/users/me/sessions', { params: { query: page }, signal }),
);

/**
 * Registers a passkey or security key; the browser asks the person for it.
 *
 * @throws ApiError; DOMException when the person or the browser stops it
 */
export async function addPasskey(label: string | null, prompt: StepUpPrompt): Promise<void> {
  const start = api.POST('/api/v1/users/me/mfa/webauthn/start', { body: { label }, ...withStepUp(prompt) });
  const { challenge_id, options } = await dataOf(start);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = credential.toJSON() as unknown as Record<string, never>;
  const body = { challenge_id, response };
  await dataOf(api.POST('/api/v1/users/me/mfa/webauthn/finish', { body, ...withStepUp(prompt) }));
}

/** Takes a second factor away. @throws ApiError */
export async function removeFactor(id: string, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id } };
  await dataOf(api.DELETE('/api/v1/users/me/mfa/factors/{id}', { params, ...withStepUp(prompt) }));
}

/** Signs the person out somewhere else. @throws ApiError */
export async function endSession(id: string): Promise<void> {
  await dataOf(api.DELETE('/api/v1/users/me/sessions/{id}', { params: { path: { id } } }));
}

/** Sets another password; every other session of the person ends. @throws ApiError */
export async function changePassword(current: string, next: string): Promise<void> {
  await dataOf(api.PUT('/api/v1/users/me/password', { body: { current, new: next } }));
}
