import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type AccessRequest,
  type ActorFacts,
  type AllowedAction,
  factsOf,
  type RequestKind,
  RequestKinds,
  refuseReveal,
  refuseVote,
  type WaitingFor,
} from '#libs/requests';
import { crossTeamFacts } from './cross-team-facts.js';
import { crossTeamWaitingFor } from './domain/cross-team-waiting.js';
import { crossTeamActions } from './domain/cross-team-actions.js';

/** Registers cross-team requests with the requests context: which actions a user may take, and which are pending. */
@Injectable()
export class CrossTeamKind implements RequestKind, OnModuleInit {
  constructor(private readonly kinds: RequestKinds) {}

  onModuleInit(): void {
    this.kinds.register('cross_team', this);
  }

  /** Returns cross-team actions and those of every request; approve and reject are refused (D67). */
  allowedActions(request: AccessRequest, actor: ActorFacts): AllowedAction[] {
    const facts = factsOf(request);
    return [
      ...crossTeamActions(crossTeamFacts(request), actor),
      actionOf('approve', refuseVote(facts, actor, 'approve')),
      actionOf('reject', refuseVote(facts, actor, 'reject')),
      actionOf('reveal', refuseReveal(facts, actor)),
    ];
  }

  waitingFor(request: AccessRequest, actor: ActorFacts): WaitingFor[] {
    const reveal = refuseReveal(factsOf(request), actor) === null ? (['reveal'] as const) : [];
    return [...crossTeamWaitingFor(crossTeamFacts(request), actor), ...reveal];
  }
}

function actionOf(action: string, reason: string | null): AllowedAction {
  return { action, allowed: reason === null, reason };
}
