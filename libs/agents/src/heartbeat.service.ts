import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { JobClaims } from '#libs/jobs';
import type { AgentPrincipal } from './agent.js';
import { type ClusterEndpoint, ClusterEndpoints } from './cluster-endpoints.js';
import { refuseRevoked } from './refuse-revoked.js';
import { Sightings } from './sightings.js';

export interface Heartbeat {
  readonly version?: string;
  /** The jobs whose leases the agent still needs; only those are renewed (D52). */
  readonly jobIds: readonly string[];
}

/** What an enrolled agent is told. */
export interface HeartbeatAnswer {
  readonly nextHeartbeatSeconds: number;
  /** The GitOps endpoints of the agent's cluster; none where it has none, or GitOps is switched off. */
  readonly gitopsEndpoints: readonly ClusterEndpoint[];
}

/** D52. Three in a minute, half of what the limit allows, and three in one lease. */
const HEARTBEAT_SECONDS = 20;

/** Signs of life. They are not audited (D58). */
@Injectable()
export class HeartbeatService {
  constructor(
    private readonly sightings: Sightings,
    private readonly claims: JobClaims,
    private readonly endpoints: ClusterEndpoints,
    private readonly audit: Audit,
  ) {}

  /**
   * @returns null for a minted agent, which is told nothing
   * @throws DomainError unauthorized when it was revoked since its call was let in
   */
  async beat(agent: AgentPrincipal, heartbeat: Heartbeat): Promise<HeartbeatAnswer | null> {
    const active = await this.sightings.seen(agent.agentId, heartbeat.version ?? null);
    if (!active) await refuseRevoked(this.audit, agent.agentId);
    await this.claims.renew(agent.agentId, heartbeat.jobIds);
    if (agent.minted) return null;
    return { nextHeartbeatSeconds: HEARTBEAT_SECONDS, gitopsEndpoints: await this.endpointsFor(agent) };
  }

  /** What a heartbeat would tell of its cluster; it does not count as a sign of life. */
  async endpointsFor(agent: AgentPrincipal): Promise<readonly ClusterEndpoint[]> {
    return agent.clusterName === null ? [] : this.endpoints.of(agent.clusterName);
  }
}
