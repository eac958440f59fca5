import type { Actor, AuditEvent } from '#libs/audit';

const success = (
  actor: Actor,
  action: string,
  resource: string,
  metadata: Readonly<Record<string, unknown>> = {},
): AuditEvent => ({ actor, action, resource, status: 'success', metadata });

/** The audit events of agents and enrollment tokens. */
export const agentEvents = {
  tokenCreated: (
    actor: Actor,
    token: { readonly id: string; readonly connectionId: string; readonly clusterName: string | null },
  ): AuditEvent =>
    success(actor, 'agent.token.create', `enrollment_token:${token.id}`, {
      provider_connection_id: token.connectionId,
      cluster_name: token.clusterName,
    }),
  tokenRevoked: (actor: Actor, tokenId: string, connectionId: string): AuditEvent =>
    success(actor, 'agent.token.revoke', `enrollment_token:${tokenId}`, {
      provider_connection_id: connectionId,
    }),
  enrolled: (agentId: string, tokenId: string, connectionId: string): AuditEvent =>
    success(`agent:${agentId}`, 'agent.enroll', `agent:${agentId}`, {
      provider_connection_id: connectionId,
      enrollment_token_id: tokenId,
    }),
  /** @param tokenId null for a token that was never issued @param ip the source address */
  enrollmentDenied: (tokenId: string | null, errorKind: string, ip: string): AuditEvent => ({
    actor: 'anonymous',
    action: 'agent.enroll',
    resource: tokenId === null ? null : `enrollment_token:${tokenId}`,
    status: 'denied',
    metadata: { error_kind: errorKind, ip },
  }),
  minted: (actor: Actor, agentId: string): AuditEvent => success(actor, 'agent.mint', `agent:${agentId}`),
  mintDenied: (actor: Actor): AuditEvent => ({
    actor,
    action: 'agent.mint',
    resource: null,
    status: 'denied',
    metadata: { error_kind: 'legacy_mint_disabled' },
  }),
  revoked: (actor: Actor, agentId: string, releasedJobs: readonly string[]): AuditEvent =>
    success(actor, 'agent.revoke', `agent:${agentId}`, { released_jobs: releasedJobs }),
  /** `fingerprint` and `previous` are key fingerprints; `previous` is null for the agent's first key. */
  publicKeyRegistered: (
    agentId: string,
    key: {
      readonly fingerprint: string;
      readonly previous: string | null;
      readonly released: readonly string[];
    },
  ): AuditEvent =>
    success(`agent:${agentId}`, 'agent.public_key', `agent:${agentId}`, {
      fingerprint: key.fingerprint,
      previous_fingerprint: key.previous,
      released_jobs: key.released,
    }),
  secretRotated: (agentId: string, previousValidUntil: Date): AuditEvent =>
    success(`agent:${agentId}`, 'agent.rotate_secret', `agent:${agentId}`, {
      previous_valid_until: previousValidUntil.toISOString(),
    }),
  /** @param agentId the one in the path; null when that is not a UUID @param ip the source address */
  denied: (agentId: string | null, errorKind: 'unauthorized' | 'agent_revoked', ip?: string): AuditEvent => ({
    actor: 'anonymous',
    action: 'auth.agent',
    resource: agentId === null ? null : `agent:${agentId}`,
    status: 'denied',
    metadata: { error_kind: errorKind, ip },
  }),
};
