import { Injectable } from '@nestjs/common';
import { type Actor, actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import { JobQueue } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { AgentSettings } from './agent-settings.js';
import type { AgentRow } from './agent.js';
import { AgentStore } from './agent.store.js';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { AgentReadModel } from './agents.read-model.js';
import { hashCredential, newCredential } from './credential.js';

/** Mints and revokes agents. Enrollment is in {@link EnrollmentService}. */
@Injectable()
export class AgentService {
  constructor(
    private readonly database: Database,
    private readonly store: AgentStore,
    private readonly readModel: AgentReadModel,
    private readonly queue: JobQueue,
    private readonly audit: Audit,
    private readonly settings: AgentSettings,
  ) {}

  /** Checks that minting is enabled, before the body is read (D80). @throws DomainError legacy_mint_disabled */
  async assertMintEnabled(caller: Caller): Promise<void> {
    if (this.settings.directMintEnabled) return;
    await this.audit.refuse(agentErrors.legacyMintDisabled(), agentEvents.mintDenied(actorOf(caller)));
  }

  /** Creates an agent for a whole cluster, bound to no connection. Its secret is returned here only. */
  async mint(
    caller: Caller,
    agent: { readonly name: string; readonly clusterName: string },
  ): Promise<{ agentId: string; secret: string }> {
    await this.assertMintEnabled(caller);
    const [agentId, secret] = [newId(), newCredential()];
    await this.database.transaction(async (tx) => {
      await this.store.mint(tx, { id: agentId, ...agent, secretHash: hashCredential(secret) });
      await this.audit.record(tx, agentEvents.minted(actorOf(caller), agentId));
    });
    return { agentId, secret };
  }

  /**
   * Revokes the agent; its claimed jobs return to the queue. Revoking it again does nothing.
   *
   * @throws DomainError agent_not_found
   */
  async revoke(caller: Caller, id: string): Promise<AgentRow> {
    return this.database.transaction(async (tx) => {
      const revoked = await this.revokeIn(tx, id, actorOf(caller));
      return revoked ?? this.readModel.get(id, tx);
    });
  }

  /** Revokes the agents of a connection that is being deleted (D86). */
  async revokeOfConnection(tx: Tx, connectionId: string, actor: Actor): Promise<void> {
    for (const id of await this.store.activeOf(tx, connectionId)) await this.revokeIn(tx, id, actor);
  }

  private async revokeIn(tx: Tx, id: string, actor: Actor): Promise<AgentRow | null> {
    const revoked = await this.store.revoke(tx, id);
    if (!revoked) return null;
    const released = await this.queue.releaseAgent(tx, id);
    await this.audit.record(tx, agentEvents.revoked(actor, id, released));
    return revoked;
  }
}
