import { Inject, Injectable } from '@nestjs/common';
import { Audit, type AuditEvent } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { JobKinds } from './job-kinds.js';
import { JOB_SETTINGS, type JobSettings } from './job-settings.js';
import type { Claimer, ClaimedJob } from './job.js';
import { JobStore, type TakenJob } from './job.store.js';
import { jobEvents } from './jobs.events.js';

const NEXT = Symbol('the job taken was not one to hand out; take the next');

/** Hands jobs out under a lease. */
@Injectable()
export class JobClaims {
  constructor(
    private readonly database: Database,
    private readonly store: JobStore,
    private readonly kinds: JobKinds,
    private readonly audit: Audit,
    @Inject(JOB_SETTINGS) private readonly settings: JobSettings,
  ) {}

  /** The next job for this agent, claimed; null when there is none. */
  async claim(agent: Claimer): Promise<ClaimedJob | null> {
    for (;;) {
      const taken = await this.database.transaction((tx) => this.claimIn(tx, agent));
      if (taken !== NEXT) return taken;
    }
  }

  /** Starts the leases of the named jobs afresh, as far as the agent holds them. */
  async renew(agentId: string, jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    await this.database.transaction((tx) =>
      this.store.renew(tx, agentId, jobIds, this.settings.leaseSeconds),
    );
  }

  private async claimIn(tx: Tx, agent: Claimer): Promise<ClaimedJob | null | typeof NEXT> {
    const job = await this.store.claim(tx, agent, this.settings.leaseSeconds);
    if (!job) return null;
    await this.audit.record(tx, ...lapseOf(job));
    return job.status === 'failed' ? this.exhausted(tx, job) : this.handOut(tx, job);
  }

  private async exhausted(tx: Tx, job: TakenJob): Promise<typeof NEXT> {
    await this.kinds.of(job.kind).failed(tx, job, 'lease_exhausted');
    await this.audit.record(tx, jobEvents.ended(job, 'lease_exhausted'));
    return NEXT;
  }

  private async handOut(tx: Tx, job: TakenJob): Promise<ClaimedJob | typeof NEXT> {
    const answer = (await this.kinds.of(job.kind).claimed?.(tx, job)) ?? { wraps: [] };
    if (typeof answer !== 'string') {
      await this.audit.record(tx, jobEvents.claimed(job));
      return { ...job, wraps: answer.wraps };
    }
    await this.store.finish(tx, job.id, 'failed', answer);
    await this.audit.record(tx, jobEvents.ended(job, answer));
    return NEXT;
  }
}

function lapseOf(job: TakenJob): AuditEvent[] {
  if (job.statusBefore !== 'claimed') return [];
  return [jobEvents.leaseExpired(job, job.attemptBefore, job.agentBefore)];
}
