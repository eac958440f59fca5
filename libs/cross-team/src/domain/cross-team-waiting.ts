import type { ActorFacts, WaitingFor } from '#libs/requests';
import { type CrossTeamFacts, decide } from './cross-team-decision.js';
import type { PersonAction } from './cross-team-stage.js';

const BY: readonly (readonly [WaitingFor, PersonAction])[] = [
  ['verify_source', 'approve_source'],
  ['verify_security', 'approve_security'],
  ['fill', 'fill'],
];

/** Returns which cross-team actions the request is waiting for from this user. */
export function crossTeamWaitingFor(facts: CrossTeamFacts, actor: ActorFacts): WaitingFor[] {
  return BY.flatMap(([name, action]) => (decide(facts, action, actor).refusal === null ? [name] : []));
}
