import type { Audit } from '#libs/audit';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';

/**
 * Records and throws the refusal of an agent that was revoked after its authentication. It can happen once per call in
 * progress: later calls fail to authenticate.
 *
 * @throws DomainError unauthorized
 */
export async function refuseRevoked(audit: Audit, agentId: string): Promise<never> {
  return audit.refuse(agentErrors.unauthorized(), agentEvents.denied(agentId, 'agent_revoked'));
}
