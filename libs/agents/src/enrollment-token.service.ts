import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { newId } from '#libs/core';
import { ConnectionReadModel, providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { hashCredential, newCredential } from './credential.js';
import { EnrollmentTokenStore } from './enrollment-token.store.js';

const DEFAULT_TTL_SECONDS = 15 * 60;

export interface IssuedToken {
  readonly id: string;
  /** The plain token, which is returned here only. */
  readonly token: string;
  readonly connectionId: string;
  readonly expiresAt: Date;
}

/** Issues and revokes enrollment tokens, each for one agent of one connection (D50). */
@Injectable()
export class EnrollmentTokenService {
  constructor(
    private readonly database: Database,
    private readonly store: EnrollmentTokenStore,
    private readonly connections: ConnectionReadModel,
    private readonly audit: Audit,
  ) {}

  /**
   * @param input.ttlSeconds 60 to 86400
   * @param input.clusterName the cluster that the agent will belong to; required where the connection names none (D104)
   * @throws DomainError connection_not_found, cluster_mismatch where the connection names another cluster
   */
  async issue(
    caller: Caller,
    connectionId: string,
    {
      ttlSeconds = DEFAULT_TTL_SECONDS,
      clusterName = null,
    }: { ttlSeconds?: number; clusterName?: string | null } = {},
  ): Promise<IssuedToken> {
    const [id, token] = [newId(), newCredential()];
    const named = { id, connectionId, clusterName };
    const row = { ...named, tokenHash: hashCredential(token), createdBy: caller.userId, ttlSeconds };
    return this.database.transaction(async (tx) => {
      const connection = await this.connections.find(tx, connectionId);
      if (clusterName !== null && (connection?.cluster_name ?? clusterName) !== clusterName)
        throw agentErrors.clusterMismatch();
      const expiresAt = await this.store.insert(tx, row);
      if (!expiresAt) throw providerErrors.connectionNotFound();
      await this.audit.record(tx, agentEvents.tokenCreated(actorOf(caller), named));
      return { id, token, connectionId, expiresAt };
    });
  }

  /**
   * Revokes the token; revoking it again does nothing.
   *
   * @throws DomainError enrollment_token_not_found, enrollment_token_consumed
   */
  async revoke(caller: Caller, connectionId: string, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const token = await this.store.lock(tx, connectionId, id);
      if (!token) throw agentErrors.tokenNotFound();
      if (token.consumed) throw agentErrors.tokenConsumed();
      if (token.revoked) return;
      await this.store.revoke(tx, id);
      await this.audit.record(tx, agentEvents.tokenRevoked(actorOf(caller), id, connectionId));
    });
  }
}
