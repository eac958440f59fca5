import type { Actor, AuditEvent } from '#libs/audit';

/** Members that every event of a request has: names and ids. */
interface RequestSubject {
  readonly id: string;
  readonly type: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly connectionId: string;
  readonly secretRef: string;
  readonly keys: readonly string[];
  readonly correlationId: string;
}

type Known = { readonly id: string; readonly correlation_id: string };
type Metadata = Readonly<Record<string, unknown>>;

const happened =
  (action: string) =>
  (actor: Actor, request: Known, metadata: Metadata = {}): AuditEvent => ({
    actor,
    action,
    resource: `request:${request.id}`,
    status: 'success',
    metadata,
    correlationId: request.correlation_id,
  });

/** The audit events of requests. Events of one request share its correlation id. */
export const requestEvents = {
  submitted: (actor: Actor, request: RequestSubject, metadata: Metadata): AuditEvent => ({
    actor,
    action: 'request.submit',
    resource: `request:${request.id}`,
    status: 'success',
    metadata: {
      type: request.type,
      project_id: request.projectId,
      environment_id: request.environmentId,
      provider_connection_id: request.connectionId,
      secret_ref: request.secretRef,
      key_names: request.keys,
      ...metadata,
    },
    correlationId: request.correlationId,
  }),
  approved: happened('request.approve'),
  rejected: happened('request.reject'),
  cancelled: happened('request.cancel'),
  expired: happened('request.expired'),
  executed: happened('request.executed'),
  failed: happened('request.failed'),
  commented: happened('request.comment'),

  /** A refused action on an existing request; `errorKind` is the error code of the response. */
  denied: (
    actor: Actor,
    action: 'request.approve' | 'request.reject' | 'request.cancel',
    request: Known,
    errorKind: string,
  ): AuditEvent => ({
    actor,
    action,
    resource: `request:${request.id}`,
    status: 'denied',
    metadata: { error_kind: errorKind },
    correlationId: request.correlation_id,
  }),

  /** A refused submission, for which no request exists. */
  submitDenied: (
    actor: Actor,
    place: { readonly projectId: string; readonly environmentId: string },
    errorKind: string,
    metadata: Metadata = {},
  ): AuditEvent => ({
    actor,
    action: 'request.submit',
    resource: null,
    status: 'denied',
    metadata: {
      project_id: place.projectId,
      environment_id: place.environmentId,
      error_kind: errorKind,
      ...metadata,
    },
  }),
} as const;
