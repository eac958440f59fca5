import { type ActorFacts, allowedActions, type RequestFacts } from './request-actions.js';

/** What a request can wait for from a person; the two votes on a cross-team request apart. */
export const WAITING_FOR = ['approve', 'verify_source', 'verify_security', 'fill', 'reveal'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** Returns what a patch or read request waits for from this person: those of their allowed actions that move it on. */
export function waitingFor(request: RequestFacts, actor: ActorFacts): WaitingFor[] {
  const allowed = allowedActions(request, actor).filter((each) => each.allowed);
  return (['approve', 'reveal'] as const).filter((name) => allowed.some(({ action }) => action === name));
}
