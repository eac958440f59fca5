import type { Actor, AuditEvent } from '#libs/audit';

/** The audit events of connections and bindings. They name changed members, never their values. */
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
  connectionDeleted: (actor: Actor, connection: { id: string; name: string; type: string }): AuditEvent => ({
    actor,
    action: 'provider_connection.delete',
    resource: `provider_connection:${connection.id}`,
    status: 'success',
    metadata: { name: connection.name, type: connection.type },
  }),
  /** SVC_PROVIDER_CONN_REJECT_SECRETS is disabled (D79). */
  secretCheckDisabled: (): AuditEvent => ({
    actor: 'system:boot',
    action: 'provider_connection.secret_check_disabled',
    resource: null,
    status: 'success',
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
  bindingDeleted: (actor: Actor, binding: RemovedBinding, permission: string): AuditEvent => ({
    actor,
    action: 'binding.delete',
    resource: `binding:${binding.id}`,
    status: 'success',
    metadata: {
      provider_connection_id: binding.provider_connection_id,
      project_id: binding.project_id,
      environment_id: binding.environment_id,
      actor_permission_used: permission,
    },
  }),
  /** Recorded before any connection or binding is read, so that it does not reveal whether one exists. */
  bindingDenied: (
    actor: Actor,
    attempted: { projectId: string; environmentId: string | null },
  ): AuditEvent => ({
    actor,
    action: 'binding.denied_out_of_scope',
    resource: null,
    status: 'denied',
    metadata: {
      attempted_project_id: attempted.projectId,
      attempted_environment_id: attempted.environmentId,
      actor_permission_attempted: 'integration.bind',
    },
  }),
  secretBound: (
    actor: Actor,
    secretId: string,
    place: { projectId: string; environmentId: string },
    permission: string,
  ): AuditEvent => ({
    actor,
    action: 'secret.bind',
    resource: `secret:${secretId}`,
    status: 'success',
    metadata: {
      project_id: place.projectId,
      environment_id: place.environmentId,
      actor_permission_used: permission,
    },
  }),
  /** The environment to which a secret was bound was deleted (D86). */
  secretUnbound: (
    actor: Actor,
    secretId: string,
    place: { projectId: string; environmentId: string },
  ): AuditEvent => ({
    actor,
    action: 'secret.unbind',
    resource: `secret:${secretId}`,
    status: 'success',
    metadata: { project_id: place.projectId, environment_id: place.environmentId },
  }),
} as const;

interface RemovedBinding {
  readonly id: string;
  readonly provider_connection_id: string;
  readonly project_id: string;
  readonly environment_id: string | null;
}

interface BindingSubject {
  readonly id: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly environmentId: string | null;
}
