import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Batcher, Database } from '#libs/database';
import type { AgentPrincipal } from './agent.js';
import { matchesCredential } from './credential.js';
import { refuseAgent } from './refuse-agent.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Compared against when there is no such agent, so that the answer takes as long. */
const NOBODY = Buffer.alloc(32);

const FIND = `SELECT id AS "agentId", name, status, provider_connection_id AS "connectionId",
    cluster_name AS "clusterName", minted, public_key AS "publicKey", secret_hash AS "secretHash"
  FROM agents WHERE id = ANY ($1::uuid[])`;

type FoundAgent = AgentPrincipal & { readonly status: string; readonly secretHash: Buffer };

/** Who sent an agent's call (D51). */
@Injectable()
export class AgentAuthentication {
  private readonly batcher = new Batcher<string, FoundAgent | null>((ids) => this.find(ids));

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * The agent in the path, when the secret is its own and it is not revoked. One statement, for all
   * who ask at once.
   *
   * @param secret the header X-Agent-Secret
   * @throws DomainError unauthorized, whatever the cause; the cause is audited
   */
  async authenticate(pathAgentId: string, secret: string | undefined): Promise<AgentPrincipal> {
    const agentId = UUID.test(pathAgentId) ? pathAgentId.toLowerCase() : null;
    const found = agentId === null ? null : await this.lookUp(agentId);
    const matches = matchesCredential(found?.secretHash ?? NOBODY, secret ?? '');
    if (!found || !matches) return refuseAgent(this.audit, agentId, 'unauthorized');
    const { status, secretHash: _, ...principal } = found;
    return status === 'active' ? principal : refuseAgent(this.audit, agentId, 'agent_revoked');
  }

  /** Together with others, but not while holding a connection that they may be waiting for. */
  private async lookUp(agentId: string): Promise<FoundAgent | null> {
    if (!this.database.holdsConnection) return this.batcher.ask(agentId);
    return (await this.find([agentId]))[0] ?? null;
  }

  private async find(ids: readonly string[]): Promise<(FoundAgent | null)[]> {
    const found = await this.database.frequentQuery<FoundAgent>(FIND, [ids]);
    const byId = new Map(found.map((agent) => [agent.agentId, agent]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}
