import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { JobClaims } from '#libs/jobs';
import type { AgentPrincipal } from './agent.js';
import { type ClusterEndpoint, ClusterEndpoints } from './cluster-endpoints.js';
import { refuseRevoked } from './refuse-revoked.js';
import { HeartbeatWriter } from './heartbeat-writer.js';

export interface Heartbeat {
  readonly version?: string;
  /** The jobs that the agent is still working on; only their leases are renewed (D52). */
  readonly jobIds: readonly string[];
}

/** The response to a heartbeat of an enrolled agent. */
export interface HeartbeatAnswer {
  readonly nextHeartbeatSeconds: number;
  /** The GitOps endpoints of the agent's cluster; empty without a cluster, or when GitOps is disabled. */
  readonly gitopsEndpoints: readonly ClusterEndpoint[];
}

/** The interval (D52): three per minute, half of what the rate limit allows, and three per lease. */
export const HEARTBEAT_SECONDS = 20;

/** Handles heartbeats. They are not audited (D58). */
@Injectable()
export class HeartbeatService {
  constructor(
    private readonly heartbeats: HeartbeatWriter,
    private readonly claims: JobClaims,
    private readonly endpoints: ClusterEndpoints,
    private readonly audit: Audit,
  ) {}

  /**
   * Records the heartbeat and renews the leases of the agent's jobs.
   *
   * @returns null for a minted agent
   * @throws DomainError unauthorized when the agent was revoked after its authentication
   */
  async beat(agent: AgentPrincipal, heartbeat: Heartbeat): Promise<HeartbeatAnswer | null> {
    const active = await this.heartbeats.record(agent.agentId, heartbeat.version ?? null);
    if (!active) await refuseRevoked(this.audit, agent.agentId);
    await this.claims.renew(agent.agentId, heartbeat.jobIds);
    if (agent.minted) return null;
    return { nextHeartbeatSeconds: HEARTBEAT_SECONDS, gitopsEndpoints: await this.endpointsFor(agent) };
  }

  /** Returns the endpoints that a heartbeat would return, without recording one. */
  async endpointsFor(agent: AgentPrincipal): Promise<readonly ClusterEndpoint[]> {
    return agent.clusterName === null ? [] : this.endpoints.of(agent.clusterName);
  }
}
