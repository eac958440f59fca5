import type { BindingRow, ConnectionRow, EnvironmentRow } from './api-rows.js';
import type { Person } from './person.js';

/** The agent's SVC_CLUSTER_NAME, which its connection must name. */
export const CLUSTER = 'local';
export const KV_MOUNT = 'secret';

/** The connection to the development KV store, bound to both environments one by one. */
export async function ensureConnection(
  admin: Person,
  address: string,
  environments: readonly EnvironmentRow[],
): Promise<ConnectionRow> {
  const name = 'local-kv';
  const scope = { address, kvMount: KV_MOUNT };
  const isIt = (row: ConnectionRow): boolean => row.name === name;
  const connection = await admin.api.ensure<ConnectionRow>('/provider-connections?limit=1000', isIt, {
    name,
    type: 'vault',
    cluster_name: CLUSTER,
    description: 'The development KV store of this machine',
    scope,
  });
  // The store's port may be another one than at the last start.
  if (connection.scope.address !== address) {
    await admin.api.put(`/provider-connections/${connection.id}`, { scope });
  }
  for (const environment of environments) await ensureBinding(admin, connection.id, environment);
  return connection;
}

async function ensureBinding(
  admin: Person,
  connectionId: string,
  environment: EnvironmentRow,
): Promise<void> {
  const isIt = (row: BindingRow): boolean => row.environment_id === environment.id;
  await admin.api.ensure<BindingRow>(`/provider-connections/${connectionId}/bindings?limit=1000`, isIt, {
    project_id: environment.project_id,
    environment_id: environment.id,
  });
}
