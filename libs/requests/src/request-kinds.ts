import { Injectable } from '@nestjs/common';
import { type AccessRequest, factsOf } from './access-request.js';
import { type ActorFacts, type AllowedAction, allowedActions } from './domain/request-actions.js';
import { type WaitingFor, waitingFor } from './domain/request-waiting.js';
import type { RequestType } from './domain/request-state.js';

/** What the owner of a type of requests says of them. */
export interface RequestKind {
  /** Returns what this person may do to the request now, and why not (D63). */
  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[];
  /** Returns what the request waits for from this person. */
  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[];
}

/** Who owns which type: owners register at module init, so that requests know none of them. Patch and read are our own. */
@Injectable()
export class RequestKinds {
  private readonly kinds = new Map<RequestType, RequestKind>();

  register(type: RequestType, kind: RequestKind): void {
    this.kinds.set(type, kind);
  }

  /** Returns what this person may do to the request now, whatever its type. */
  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[] {
    const kind = this.kinds.get(request.type);
    return kind ? kind.allowedActions(request, actor) : allowedActions(factsOf(request), actor);
  }

  /** Returns what the request waits for from this person, whatever its type. */
  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[] {
    const kind = this.kinds.get(request.type);
    return kind ? kind.waitingFor(request, actor) : waitingFor(factsOf(request), actor);
  }
}
