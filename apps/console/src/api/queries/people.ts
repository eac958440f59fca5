import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components, paths } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { pagedQuery } from './paged.js';

export type User = components['schemas']['AdministeredUserResponse'];
export type Person = components['schemas']['PersonResponse'];
export type NewUser = components['schemas']['CreateUserBody'];
export type PeopleFilter = Pick<NonNullable<paths['/api/v1/users']['get']['parameters']['query']>, 'email'>;

/** Everybody who has an account, oldest first. */
export const peopleQuery = (filter: PeopleFilter) =>
  pagedQuery<User>(['people', 'list', filter], (page, signal) =>
    api.GET('/api/v1/users', { params: { query: { ...filter, ...page } }, signal }),
  );

/** People whose e-mail address or name begins so; at most ten. */
export const peopleSearchQuery = (part: string) =>
  queryOptions({
    queryKey: ['people', 'search', part],
    enabled: part !== '',
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/directory/users', { params: { query: { q: part } }, signal })),
    staleTime: 60_000,
    placeholderData: part === '' ? undefined : keepPreviousData,
  });

/** One person. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/users/{id}', { params: { path: { id } }, signal })),
  });

/** Makes an account that signs in with a password. @throws ApiError */
export async function createPerson(
  body: NewUser,
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Person> {
  return dataOf(api.POST('/api/v1/users', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Gives a person another name; null for none. @throws ApiError */
export async function renamePerson(id: string, name: string | null, prompt: StepUpPrompt): Promise<Person> {
  const [params, body] = [{ path: { id } }, { display_name: name }];
  return dataOf(api.PUT('/api/v1/users/{id}', { params, body, ...withStepUp(prompt) }));
}

/** Locks a person out, with their sessions and open requests, or lets them in again. @throws ApiError */
export async function setDisabled(id: string, disabled: boolean, prompt: StepUpPrompt): Promise<Person> {
  const params = { path: { id } };
  return dataOf(
    api.PUT('/api/v1/users/{id}/disabled', { params, body: { disabled }, ...withStepUp(prompt) }),
  );
}

/** Signs a person out everywhere. @throws ApiError */
export async function endSessions(id: string, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id } };
  await dataOf(api.DELETE('/api/v1/users/{id}/sessions', { params, ...withStepUp(prompt) }));
}

/** Takes a person's second factors away, and their sessions. @throws ApiError */
export async function clearFactors(id: string, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id } };
  await dataOf(api.DELETE('/api/v1/users/{id}/mfa/factors', { params, ...withStepUp(prompt) }));
}

/** Ends the lock after wrong passwords. @throws ApiError */
export async function unlock(id: string, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id } };
  await dataOf(api.POST('/api/v1/users/{id}/unlock', { params, ...withStepUp(prompt) }));
}
