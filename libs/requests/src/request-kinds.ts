import { Injectable } from '@nestjs/common';
import { type AccessRequest, factsOf } from './access-request.js';
import { type ActorFacts, type AllowedAction, allowedActions } from './domain/request-actions.js';
import { type WaitingFor, waitingFor } from './domain/request-waiting.js';
import type { RequestType } from './domain/request-state.js';

/** What the context of a request type provides. */
export interface RequestKind {
  /** Returns what this user may do to the request now, with the reason for what they may not (D63). */
  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[];
  /** Returns what the request is waiting for from this user. */
  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[];
}

/** Registry of request types: other contexts register theirs at module init; patch and read are built in. */
@Injectable()
export class RequestKinds {
  private readonly kinds = new Map<RequestType, RequestKind>();

  register(type: RequestType, kind: RequestKind): void {
    this.kinds.set(type, kind);
  }

  /** Returns what this user may do to the request now, whatever its type. */
  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[] {
    const kind = this.kinds.get(request.type);
    return kind ? kind.allowedActions(request, actor) : allowedActions(factsOf(request), actor);
  }

  /** Returns what the request is waiting for from this user, whatever its type. */
  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[] {
    const kind = this.kinds.get(request.type);
    return kind ? kind.waitingFor(request, actor) : waitingFor(factsOf(request), actor);
  }
}
