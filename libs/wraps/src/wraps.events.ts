import type { Actor, AuditEvent } from '#libs/audit';
import { keyIdOf } from '#libs/kms';
import type { SealedWrap } from './seal-wraps.js';
import type { WrapAudience } from './stored-wrap.js';

/** Which wrap an event is about. Never its value, hash or length. */
export interface WrapSubject {
  readonly wrapId: string;
  readonly requestId: string;
  readonly keyName: string;
  readonly audience: WrapAudience;
  /** The correlation id of the request, which ties together all of its events. */
  readonly correlationId: string;
}

/** The audit events of wraps. */
export const wrapEvents = {
  /** `key_id` names the key of the key service that wraps the data key, with its version. */
  created: (actor: Actor, { id: wrapId, sealed, ...wrap }: SealedWrap, correlationId: string): AuditEvent =>
    about(actor, 'wrap.create', { ...wrap, wrapId, correlationId }, { key_id: keyIdOf(sealed.wrappedKey) }),
  retrieved: (actor: Actor, wrap: WrapSubject): AuditEvent => about(actor, 'wrap.retrieve', wrap),
  /** `errorKind` is the code that was answered. */
  retrievalDenied: (
    actor: Actor,
    wrap: {
      readonly wrapId: string;
      readonly requestId: string;
      readonly correlationId?: string | undefined;
    },
    errorKind: string,
  ): AuditEvent => ({
    actor,
    action: 'wrap.retrieve',
    resource: `wrap:${wrap.wrapId}`,
    status: 'denied',
    metadata: { request_id: wrap.requestId, error_kind: errorKind },
    ...(wrap.correlationId === undefined ? {} : { correlationId: wrap.correlationId }),
  }),
} as const;

function about(
  actor: Actor,
  action: string,
  wrap: WrapSubject,
  more: Readonly<Record<string, string>> = {},
): AuditEvent {
  return {
    actor,
    action,
    resource: `wrap:${wrap.wrapId}`,
    status: 'success',
    metadata: { request_id: wrap.requestId, key_name: wrap.keyName, audience: wrap.audience, ...more },
    correlationId: wrap.correlationId,
  };
}
