import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { fetchAllPages } from './all-pages.js';

export type Binding = components['schemas']['BindingResponse'];
export type ConnectionChoice = Pick<
  components['schemas']['ConnectionChoiceResponse'],
  'id' | 'name' | 'type'
>;
/** Whose right binds: a binder of the project, or an administrator of integrations. */
export type BindingRight = 'integration.bind' | 'integration.edit';

/** The connections bound to a project. @param environmentId narrows to what that environment sees */
export const projectBindingsQuery = (projectId: string, environmentId?: string) =>
  queryOptions({
    queryKey: ['bindings', projectId, environmentId],
    queryFn: async ({ signal }) =>
      fetchAllPages((page) => {
        const params = { path: { projectID: projectId }, query: { ...page, environment_id: environmentId } };
        return api.GET('/api/v1/projects/{projectID}/provider-connection-bindings', { params, signal });
      }),
  });

/** The connections that can still be bound to an environment. Administrators see all that are switched on. */
export const bindableQuery = (projectId: string, environmentId: string | null, right: BindingRight) =>
  queryOptions({
    queryKey: ['bindings', 'choices', projectId, environmentId, right],
    queryFn: async ({ signal }): Promise<ConnectionChoice[]> => {
      const place = {
        project_id: projectId,
        environment_id: environmentId ?? '',
        for_binding: 'true' as const,
      };
      const filter = right === 'integration.bind' ? place : {};
      const rows = await fetchAllPages<ConnectionChoice & { status?: string }>((page) =>
        api.GET('/api/v1/provider-connections', { params: { query: { ...filter, ...page } }, signal }),
      );
      return rows.filter(({ status }) => status !== 'disabled');
    },
  });

export interface NewBinding {
  readonly projectId: string;
  /** Null: the whole project, for administrators alone. */
  readonly environmentId: string | null;
  readonly connectionId: string;
}

/** Binds a connection. @throws ApiError */
export async function bindConnection(
  { projectId, environmentId, connectionId }: NewBinding,
  right: BindingRight,
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<void> {
  const sent = withStepUp(prompt, idempotencyKey);
  if (right === 'integration.edit') {
    const params = { path: { id: connectionId } };
    const body = { project_id: projectId, environment_id: environmentId };
    await dataOf(api.POST('/api/v1/provider-connections/{id}/bindings', { params, body, ...sent }));
    return;
  }
  const params = { path: { projectID: projectId } };
  const body = { provider_connection_id: connectionId, environment_id: environmentId };
  const path = '/api/v1/projects/{projectID}/provider-connection-bindings';
  await dataOf(api.POST(path, { params, body, ...sent }));
}

/** Takes a binding away. @throws ApiError */
export async function unbindConnection(
  { id, project_id: projectID }: Binding,
  right: BindingRight,
  prompt: StepUpPrompt,
): Promise<void> {
  if (right === 'integration.edit') {
    const params = { path: { bid: id } };
    await dataOf(api.DELETE('/api/v1/provider-connection-bindings/{bid}', { params, ...withStepUp(prompt) }));
    return;
  }
  const params = { path: { projectID, bindingID: id } };
  const path = '/api/v1/projects/{projectID}/provider-connection-bindings/{bindingID}';
  await dataOf(api.DELETE(path, { params, ...withStepUp(prompt) }));
}

/** Binds discovered secrets to an environment. @returns how many were not bound to it before @throws ApiError */
export async function bindSecrets(
  projectId: string,
  body: components['schemas']['BindSecretsBody'],
  prompt: StepUpPrompt,
): Promise<number> {
  const params = { path: { project_id: projectId } };
  const call = api.POST('/api/v1/projects/{project_id}/secrets', { params, body, ...withStepUp(prompt) });
  return (await dataOf(call)).bound;
}
