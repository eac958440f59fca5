import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { JobClaims } from '#libs/jobs';
import type { AgentPrincipal } from './agent.js';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { type ClusterEndpoint, ClusterEndpoints } from './cluster-endpoints.js';

export interface Heartbeat {
  readonly version?: string;
  /** The jobs whose leases the agent still needs; only those are renewed (D52). */
  readonly jobIds: readonly string[];
}

/** What an enrolled agent is told. */
export interface HeartbeatAnswer {
  readonly nextHeartbeatSeconds: number;
  /** The GitOps endpoints of the agent's cluster; none where GitOps is switched off. */
  readonly gitopsEndpoints: readonly ClusterEndpoint[];
}

/** D52. Three in a minute, half of what the limit allows, and three in one lease. */
const HEARTBEAT_SECONDS = 20;

const SEEN = `UPDATE agents SET last_seen_at = clock_timestamp(), version = coalesce($2, version)
  WHERE id = $1 AND status = 'active' RETURNING id`;

/** Signs of life. They are not audited (D58). */
@Injectable()
export class HeartbeatService {
  constructor(
    private readonly database: Database,
    private readonly claims: JobClaims,
    private readonly endpoints: ClusterEndpoints,
    private readonly audit: Audit,
  ) {}

  /**
   * @returns null for a minted agent, which is told nothing
   * @throws DomainError unauthorized when it was revoked since its call was let in
   */
  async beat(agent: AgentPrincipal, heartbeat: Heartbeat): Promise<HeartbeatAnswer | null> {
    const seen = await this.database.frequentQuery(SEEN, [agent.agentId, heartbeat.version ?? null]);
    if (seen.length === 0) {
      await this.audit.recordDenial(agentEvents.denied(agent.agentId, 'agent_revoked'));
      throw agentErrors.unauthorized();
    }
    await this.claims.renew(agent.agentId, heartbeat.jobIds);
    if (agent.minted) return null;
    const gitopsEndpoints = await this.endpoints.of(agent.clusterName);
    return { nextHeartbeatSeconds: HEARTBEAT_SECONDS, gitopsEndpoints };
  }
}
