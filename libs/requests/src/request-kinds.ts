import { Injectable } from '@nestjs/common';
import { type AccessRequest, factsOf } from './access-request.js';
import { type ActorFacts, type AllowedAction, allowedActions } from './domain/request-actions.js';
import { type WaitingFor, waitingFor } from './domain/request-waiting.js';
import type { RequestType } from './domain/request-state.js';

/** What a request type has beside the actions of every type; its context registers it. */
export interface RequestKind {
  /** Returns the type's own actions; they replace general ones of the same name. */
  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[];
  /** Returns what the request is waiting for from this user, besides general actions. */
  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[];
}

/** Registry of request types: other contexts register theirs at module init; patch and read are built in. */
@Injectable()
export class RequestKinds {
  private readonly kinds = new Map<RequestType, RequestKind>();

  register(type: RequestType, kind: RequestKind): void {
    this.kinds.set(type, kind);
  }

  /** Returns what this user may do to the request now, with the reason for what they may not (D63). */
  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[] {
    const general = allowedActions(factsOf(request), actor);
    const own = this.kinds.get(request.type)?.allowedActions(request, actor);
    if (!own) return general;
    return [...own, ...general.filter(({ action }) => own.every((each) => each.action !== action))];
  }

  /** Returns what the request is waiting for from this user. */
  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[] {
    const own = this.kinds.get(request.type)?.waitingFor(request, actor) ?? [];
    return [...own, ...waitingFor(factsOf(request), actor)];
  }
}
