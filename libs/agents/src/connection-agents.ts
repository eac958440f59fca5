import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type ConnectionUse, ConnectionUses } from '#libs/providers';
import { AgentService } from './agent.service.js';
import { agentEvents } from './agents.events.js';
import { EnrollmentTokenStore } from './enrollment-token.store.js';

/** Revokes what a connection's deletion leaves without a purpose: its tokens and agents (D86). */
@Injectable()
export class ConnectionAgents implements ConnectionUse, OnModuleInit {
  constructor(
    private readonly uses: ConnectionUses,
    private readonly tokens: EnrollmentTokenStore,
    private readonly agents: AgentService,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.uses.register(this);
  }

  /** Tokens first: an enrollment that is under way either has made its agent by then or fails. */
  async connectionLeaves(tx: Tx, connectionId: string, actor: Actor): Promise<void> {
    const tokens = await this.tokens.revokeOf(tx, connectionId);
    await this.audit.record(tx, ...tokens.map((id) => agentEvents.tokenRevoked(actor, id, connectionId)));
    await this.agents.revokeOfConnection(tx, connectionId, actor);
  }
}
