import type { Actor, AuditEvent } from '#libs/audit';

/** The audit events of connections and bindings. They name members that changed, never what they hold. */
export const providerEvents = {
  connectionCreated: (actor: Actor, connection: { id: string; name: string; type: string }): AuditEvent => ({
    actor,
    action: 'provider_connection.create',
    resource: `provider_connection:${connection.id}`,
    status: 'success',
    metadata: { name: connection.name, type: connection.type },
  }),
  connectionUpdated: (actor: Actor, id: string, changed: readonly string[]): AuditEvent => ({
    actor,
    action: 'provider_connection.update',
    resource: `provider_connection:${id}`,
    status: 'success',
    metadata: { changed },
  }),
  bindingCreated: (actor: Actor, binding: BindingSubject, permission: string): AuditEvent => ({
    actor,
    action: 'binding.create',
    resource: `binding:${binding.id}`,
    status: 'success',
    metadata: {
      provider_connection_id: binding.connectionId,
      project_id: binding.projectId,
      environment_id: binding.environmentId,
      actor_permission_used: permission,
    },
  }),
} as const;

interface BindingSubject {
  readonly id: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly environmentId: string | null;
}
