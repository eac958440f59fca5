import type { Actor, AuditEvent } from '#libs/audit';
import type { ChangedApplication } from './observations.store.js';

interface EndpointSubject {
  readonly id: string;
  readonly name: string;
  readonly cluster_name: string;
}

interface MappingSubject {
  readonly id: string;
  readonly argocd_endpoint_id: string;
  readonly app_name: string;
  readonly project_id: string;
  readonly environment_id: string;
}

/** The audit events of GitOps (D82, D104). */
export const gitopsEvents = {
  endpointCreated: (actor: Actor, endpoint: EndpointSubject): AuditEvent =>
    ofEndpoint(actor, 'gitops.endpoint.create', endpoint),
  endpointUpdated: (actor: Actor, id: string, enabled: boolean): AuditEvent => ({
    actor,
    action: 'gitops.endpoint.update',
    resource: `argocd_endpoint:${id}`,
    status: 'success',
    metadata: { enabled },
  }),
  endpointDeleted: (actor: Actor, endpoint: EndpointSubject): AuditEvent =>
    ofEndpoint(actor, 'gitops.endpoint.delete', endpoint),
  mappingCreated: (actor: Actor, mapping: MappingSubject): AuditEvent =>
    ofMapping(actor, 'gitops.mapping.create', mapping),
  mappingDeleted: (actor: Actor, mapping: MappingSubject): AuditEvent =>
    ofMapping(actor, 'gitops.mapping.delete', mapping),
  /** An agent observed the application for the first time, or in a changed state. */
  observed: (
    agentId: string,
    endpointId: string,
    { id, ...application }: ChangedApplication,
  ): AuditEvent => ({
    actor: `agent:${agentId}`,
    action: 'gitops.application.observed',
    resource: `gitops_application:${id}`,
    status: 'success',
    metadata: { argocd_endpoint_id: endpointId, ...application },
  }),
};

function ofEndpoint(actor: Actor, action: string, endpoint: EndpointSubject): AuditEvent {
  const metadata = { name: endpoint.name, cluster_name: endpoint.cluster_name };
  return { actor, action, resource: `argocd_endpoint:${endpoint.id}`, status: 'success', metadata };
}

function ofMapping(actor: Actor, action: string, { id, ...mapping }: MappingSubject): AuditEvent {
  const { argocd_endpoint_id, app_name, project_id, environment_id } = mapping;
  const metadata = { argocd_endpoint_id, app_name, project_id, environment_id };
  return { actor, action, resource: `gitops_app_mapping:${id}`, status: 'success', metadata };
}
