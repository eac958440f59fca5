import { Injectable } from '@nestjs/common';
import { type Actor, Audit, AuditedRefusal, SampledDenials, actorOf } from '#libs/audit';
import type { DomainError } from '#libs/core';
import { Credentials } from './credentials.js';
import type { AuthenticatedRequest } from './principal.js';
import { sourceAddress } from './source-address.js';

/** Writes the audit events of refusals: those that a refusal carries, else `access.denied` (D99). */
@Injectable()
export class AccessDenials {
  constructor(
    private readonly audit: Audit,
    private readonly refusals: SampledDenials,
    private readonly credentials: Credentials,
  ) {}

  /**
   * Records the denials that a refusal carries; without any, records a 403 on a route that changes something or returns a
   * value.
   *
   * @throws the database's error when it can't be written, which is then the response
   */
  async record(refusal: DomainError, request: AuthenticatedRequest): Promise<void> {
    if (refusal instanceof AuditedRefusal) return this.audit.recordDenial(...refusal.denials);
    if (refusal.kind !== 'forbidden' || !request.guarded) return;
    const actor = await this.actorOf(request);
    const stranger = actor === 'anonymous' ? sourceAddress(request) : undefined;
    const permission = refusal.extra.permission ?? request.guarded.permission;
    const operation = operationOf(request);
    const metadata = { operation, code: refusal.code, permission, ip: stranger };
    await this.refusals.record(
      { actor, action: 'access.denied', resource: null, status: 'denied', metadata },
      // For a person or an agent per operation, so that one refused operation does not hide others from the sample.
      { source: stranger ?? `${actor} ${operation}`, code: refusal.code },
    );
  }

  /** Returns the actor. Looks up that of a cross-site call, which is refused before its session is looked up (D81). */
  private async actorOf(request: AuthenticatedRequest): Promise<Actor> {
    if (request.agent) return `agent:${request.agent.agentId}`;
    const caller = request.caller ?? (await this.credentials.callerIfAny(request));
    return caller ? actorOf(caller) : 'anonymous';
  }
}

/** Returns a call's operation as in the OpenAPI description, such as `POST /api/v1/requests/{id}/approve`, without its ids. */
function operationOf({ method, route }: AuthenticatedRequest): string {
  const { path } = route as { readonly path: string };
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
}
