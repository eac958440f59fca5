import type { Audit } from '#libs/audit';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';

/**
 * Turns away the call of an agent that finds itself revoked since it was let in. That can't repeat: its next call ends
 * at the door.
 *
 * @throws DomainError unauthorized
 */
export async function refuseRevoked(audit: Audit, agentId: string): Promise<never> {
  return audit.refuse(agentErrors.unauthorized(), agentEvents.denied(agentId, 'agent_revoked'));
}
