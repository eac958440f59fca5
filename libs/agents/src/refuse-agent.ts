import type { Audit } from '#libs/audit';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';

/**
 * Turns an agent's call away and puts down why: at the door, or where it finds itself revoked since it was let in.
 *
 * @param agentId null when the call named none
 * @throws DomainError unauthorized, whatever the cause
 */
export async function refuseAgent(
  audit: Audit,
  agentId: string | null,
  errorKind: 'unauthorized' | 'agent_revoked',
): Promise<never> {
  await audit.recordDenial(agentEvents.denied(agentId, errorKind));
  throw agentErrors.unauthorized();
}
