import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type ConnectionDeletionHook, ConnectionDeletionHooks } from '#libs/providers';
import { AgentService } from './agent.service.js';
import { agentEvents } from './agents.events.js';
import { EnrollmentTokenStore } from './enrollment-token.store.js';

/** Revokes the tokens and agents of a connection that is deleted (D86). */
@Injectable()
export class ConnectionAgents implements ConnectionDeletionHook, OnModuleInit {
  constructor(
    private readonly deletionHooks: ConnectionDeletionHooks,
    private readonly tokens: EnrollmentTokenStore,
    private readonly agents: AgentService,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.deletionHooks.register(this);
  }

  /** Revokes tokens first: a concurrent enrollment then has created its agent already, or fails. */
  async beforeConnectionDelete(tx: Tx, connectionId: string, actor: Actor): Promise<void> {
    const tokens = await this.tokens.revokeOf(tx, connectionId);
    await this.audit.record(tx, ...tokens.map((id) => agentEvents.tokenRevoked(actor, id, connectionId)));
    await this.agents.revokeOfConnection(tx, connectionId, actor);
  }
}
