import { Injectable, type OnModuleInit } from '@nestjs/common';
import { checkedBeforeChanges } from '#libs/database';
import { type ClaimedJob, JobClaims, JobPolls } from '#libs/jobs';
import type { AgentPrincipal } from './agent.js';
import { ACTIVE_AGENT, AgentReadModel } from './agents.read-model.js';
import { JobStores, type StoreOfJob } from './job-stores.js';

/** A claimed job with the store that it applies to. */
export interface AgentJob {
  readonly job: ClaimedJob;
  readonly store: StoreOfJob;
}

/** Assigns jobs to agents. */
@Injectable()
export class AgentJobService implements OnModuleInit {
  constructor(
    private readonly claims: JobClaims,
    private readonly polls: JobPolls,
    private readonly agents: AgentReadModel,
    private readonly stores: JobStores,
  ) {}

  onModuleInit(): void {
    this.claims.setClaimCondition(ACTIVE_AGENT);
  }

  /**
   * Claims the next job for this agent; returns null when there was none within `waitSeconds`.
   *
   * @param waitSeconds long-poll timeout, 0 to 30
   * @param gone aborts when the client disconnects
   */
  async claim(agent: AgentPrincipal, waitSeconds: number, gone: AbortSignal): Promise<AgentJob | null> {
    const active = (): Promise<boolean> => this.agents.isActive(agent.agentId);
    // The claiming statement itself checks that the agent is active: thousands of polls wake up at the same time.
    const job = await checkedBeforeChanges(null, () => this.polls.claim(agent, waitSeconds, gone, active));
    return job ? { job, store: await this.stores.of(job) } : null;
  }
}
