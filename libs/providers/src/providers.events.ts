import type { Actor, AuditEvent } from '#libs/audit';
import type { NewBinding, RemovedBinding } from './bindings.store.js';
import type { ConnectionRow } from './connection-row.js';

type ConnectionSubject = Pick<ConnectionRow, 'id' | 'name' | 'type'>;
type BindingSubject = Pick<NewBinding, 'id' | 'connectionId' | 'projectId' | 'environmentId'>;

/** The audit events of connections and bindings. They name changed members, never their values. */
export const providerEvents = {
  connectionCreated: (actor: Actor, { id, name, type }: ConnectionSubject) =>
    onConnection(actor, 'provider_connection.create', id, { name, type }),
  connectionUpdated: (actor: Actor, id: string, changed: readonly string[]) =>
    onConnection(actor, 'provider_connection.update', id, { changed }),
  connectionDeleted: (actor: Actor, { id, name, type }: ConnectionSubject) =>
    onConnection(actor, 'provider_connection.delete', id, { name, type }),
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

function onConnection(
  actor: Actor,
  action: string,
  id: string,
  metadata: AuditEvent['metadata'],
): AuditEvent {
  return { actor, action, resource: `provider_connection:${id}`, status: 'success', metadata };
}
