import {
  type ConnectionResponse,
  dataOf,
  type EnvironmentResponse,
} from '../../packages/client/src/index.js';
import { ensure, WHOLE_LIST } from './ensure.js';
import type { Person } from './person.js';

/** The agent's SVC_CLUSTER_NAME, which its connection must name. */
export const CLUSTER = 'local';
export const KV_MOUNT = 'secret';
const NAME = 'local-kv';

/** Creates the connection to the development store and binds it to each environment, unless they exist. */
export async function ensureConnection(
  admin: Person,
  address: string,
  environments: readonly EnvironmentResponse[],
): Promise<ConnectionResponse> {
  const { api } = admin;
  const scope = { address, kvMount: KV_MOUNT };
  const connection = await ensure(
    // Users who may edit connections get whole rows.
    dataOf(api.GET('/api/v1/provider-connections', WHOLE_LIST)) as Promise<ConnectionResponse[]>,
    ({ name }) => name === NAME,
    () =>
      dataOf(
        api.POST('/api/v1/provider-connections', {
          body: {
            ...{ name: NAME, type: 'vault', cluster_name: CLUSTER, scope },
            description: 'The development KV store of this machine',
          },
        }),
      ),
  );
  // The store's port may differ from the last start.
  if (connection.scope.address !== address) {
    const params = { path: { id: connection.id } };
    await dataOf(api.PUT('/api/v1/provider-connections/{id}', { params, body: { scope } }));
  }
  for (const environment of environments) await ensureBinding(admin, connection.id, environment);
  return connection;
}

async function ensureBinding(
  { api }: Person,
  connectionId: string,
  environment: EnvironmentResponse,
): Promise<void> {
  const path = { id: connectionId };
  const body = { project_id: environment.project_id, environment_id: environment.id };
  await ensure(
    dataOf(
      api.GET('/api/v1/provider-connections/{id}/bindings', { params: { path, query: { limit: 1000 } } }),
    ),
    ({ environment_id }) => environment_id === environment.id,
    () => dataOf(api.POST('/api/v1/provider-connections/{id}/bindings', { params: { path }, body })),
  );
}
