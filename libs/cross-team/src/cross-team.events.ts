import type { Actor, AuditEvent } from '#libs/audit';

type Known = { readonly id: string; readonly correlation_id: string };
type Metadata = Readonly<Record<string, unknown>>;
export type CrossTeamEvent = 'cross_team.fill' | 'cross_team.refuse' | 'cross_team.verify';

/** Members of a submission's event: names and ids. */
export interface Submitted {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly targetTeamId: string;
  readonly targetProjectId: string;
  readonly connectionId: string;
  readonly secretRef: string;
  readonly keys: readonly string[];
  readonly ruleId: string;
  readonly environmentKind: string;
  readonly correlationId: string;
}

/** The audit events of cross-team requests, under the request's correlation id. They name keys, never values. */
export const crossTeamEvents = {
  submitted: (actor: Actor, request: Submitted): AuditEvent => ({
    actor,
    action: 'cross_team.submit',
    resource: `request:${request.id}`,
    status: 'success',
    metadata: {
      source_project_id: request.projectId,
      target_team_id: request.targetTeamId,
      target_project_id: request.targetProjectId,
      target_environment_id: request.environmentId,
      environment_kind: request.environmentKind,
      provider_connection_id: request.connectionId,
      secret_ref: request.secretRef,
      key_names: request.keys,
      policy_rule_id: request.ruleId,
    },
    correlationId: request.correlationId,
  }),

  /** A refused submission, for which no request exists. */
  submitDenied: (actor: Actor, sourceProjectId: string, errorKind: string): AuditEvent => ({
    actor,
    action: 'cross_team.submit',
    resource: null,
    status: 'denied',
    metadata: { source_project_id: sourceProjectId, error_kind: errorKind },
  }),

  performed: (actor: Actor, action: CrossTeamEvent, request: Known, metadata: Metadata): AuditEvent => ({
    ...about(actor, action, request),
    status: 'success',
    metadata,
  }),

  /** A refused action; `errorKind` is the error code of the response. */
  denied: (actor: Actor, action: CrossTeamEvent, request: Known, errorKind: string): AuditEvent => ({
    ...about(actor, action, request),
    status: 'denied',
    metadata: { error_kind: errorKind },
  }),
} as const;

function about(actor: Actor, action: CrossTeamEvent, request: Known) {
  return { actor, action, resource: `request:${request.id}`, correlationId: request.correlation_id };
}
