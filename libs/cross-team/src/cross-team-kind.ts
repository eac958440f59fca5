import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type AccessRequest,
  type ActorFacts,
  type AllowedAction,
  type RequestKind,
  RequestKinds,
  type WaitingFor,
} from '#libs/requests';
import { crossTeamFacts } from './cross-team-facts.js';
import { crossTeamWaitingFor } from './domain/cross-team-waiting.js';
import { allowedCrossTeamActions } from './domain/allowed-cross-team-actions.js';

/** Registers cross-team requests with the requests context, which refuses to approve and reject them (D67). */
@Injectable()
export class CrossTeamKind implements RequestKind, OnModuleInit {
  constructor(private readonly kinds: RequestKinds) {}

  onModuleInit(): void {
    this.kinds.register('cross_team', this);
  }

  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[] {
    return allowedCrossTeamActions(crossTeamFacts(request), actor);
  }

  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[] {
    return crossTeamWaitingFor(crossTeamFacts(request), actor);
  }
}
