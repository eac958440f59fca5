import { type ActorFacts, allowedActions, type RequestFacts } from './request-actions.js';

/** What a request can be waiting for; the two votes on a cross-team request are separate. */
export const WAITING_FOR = ['approve', 'verify_source', 'verify_security', 'fill', 'reveal'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** Returns which of the user's allowed actions a patch or read request is waiting for. */
export function waitingFor(request: RequestFacts, actor: ActorFacts): WaitingFor[] {
  const allowed = allowedActions(request, actor).filter((each) => each.allowed);
  return (['approve', 'reveal'] as const).filter((name) => allowed.some(({ action }) => action === name));
}
