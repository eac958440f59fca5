import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Audit, type AuditEvent } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import { claimFastSql, claimWithHooksSql } from './claim-sql.js';
import { LEASE_EXHAUSTED } from './domain/job-ends.js';
import type { JobStatus } from './domain/job-state.js';
import { JobKinds } from './job-kinds.js';
import { JOB_SETTINGS, type JobSettings } from './job-settings.js';
import type { ClaimedJob, Claimer, Job } from './job.js';
import { JobStore } from './job.store.js';
import { jobEvents } from './jobs.events.js';

/** $1 agent, $2 jobs, $3 lease in seconds. */
const RENEW = `UPDATE jobs SET lease_expires_at = clock_timestamp() + make_interval(secs => $3)
  WHERE id = ANY ($2::uuid[]) AND agent_id = $1 AND status = 'claimed'`;

/** Concurrent claims wait for each other here, so that a fleet leaves the other connections free. */
const MAX_CONCURRENT_CLAIMS = 8;

/** Before the second claim when another transaction has locked the job; one more of these before each further claim. */
const LOCKED_RETRY_MS = 50;
const MAX_LOCKED_RETRY_MS = 500;

/** A job that a claim has changed, with its former state. Its status is `claimed`, or `failed` when exhausted. */
type TakenJob = Job & {
  readonly statusBefore: JobStatus;
  readonly attemptBefore: number;
  readonly agentBefore: string | null;
};

/** A row of the fast statement: the claimed job, or the id of one that needs hooks, or neither when others lock all jobs. */
type FoundJob = { readonly candidate: string | null } & (TakenJob | { readonly id: null });

/** Claims jobs for agents, under a lease. */
@Injectable()
export class JobClaims {
  /** The fast statement, by whether the agent is bound. All owners have registered before the first claim. */
  private readonly statements = new Map<boolean, string>();
  /** SQL condition over $1, the agent's id. */
  private condition = 'true';
  private readonly limit = pLimit(MAX_CONCURRENT_CLAIMS);

  constructor(
    private readonly database: Database,
    private readonly store: JobStore,
    private readonly kinds: JobKinds,
    private readonly audit: Audit,
    @Inject(JOB_SETTINGS) private readonly settings: JobSettings,
  ) {}

  /**
   * Sets which agents may claim, as a condition of the claiming statement. The agents context calls it at module init.
   *
   * @param condition SQL over $1, the agent's id
   */
  setClaimCondition(condition: string): void {
    this.condition = condition;
  }

  /**
   * Claims the next job for this agent; null when there is none. Takes one statement, unless the job's owner has a hook or
   * its attempts are used up. Tries again while other transactions lock all jobs that there are: a vote locks the job of its
   * request, and nothing announces that a lock was released.
   *
   * @param wanted checked again after waiting for a slot: false if the client has disconnected, since its job would stay idle
   *   for a whole lease
   */
  async claim(agent: Claimer, wanted: () => boolean = () => true): Promise<ClaimedJob | null> {
    for (let locked = 0; ;) {
      const found = await this.limit(async () => (wanted() ? this.claimNext(agent) : null));
      if (found === 'locked') await sleep(Math.min(++locked * LOCKED_RETRY_MS, MAX_LOCKED_RETRY_MS));
      else if (found !== 'ended') return found;
    }
  }

  /** Renews the leases of those of the jobs that the agent holds (D52). */
  async renew(agentId: string, jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    await this.database.write(RENEW, [agentId, [...jobIds], this.settings.leaseSeconds]);
  }

  /**
   * Claims the next job; `ended` when the queue or the job's owner has ended it instead, `locked` when others lock all
   * jobs.
   */
  private async claimNext(agent: Claimer): Promise<ClaimedJob | 'ended' | 'locked' | null> {
    const found = await this.claimFast(agent);
    return found === 'needs_hooks'
      ? this.database.transaction((tx) => this.claimWithHooks(tx, agent))
      : found;
  }

  /**
   * Claims in one statement; `needs_hooks` when the next job's owner has a hook, or its attempts are used up; `locked` when
   * others lock all jobs.
   */
  private async claimFast(agent: Claimer): Promise<ClaimedJob | 'needs_hooks' | 'locked' | null> {
    const sql = this.fastStatement(agent.connectionId !== null);
    const [row] = await this.database.write<FoundJob>(sql, [...this.parametersOf(agent), newId(), newId()]);
    if (!row) return null;
    const { candidate, ...job } = row;
    if (candidate === null) return 'locked';
    return job.id === null ? 'needs_hooks' : { ...job, wraps: [] };
  }

  private fastStatement(bound: boolean): string {
    const known = this.statements.get(bound);
    if (known !== undefined) return known;
    const { condition, kinds } = this;
    const sql = claimFastSql({ bound, condition }, kinds.without('claimed'), kinds.claimable());
    this.statements.set(bound, sql);
    return sql;
  }

  private async claimWithHooks(tx: Tx, agent: Claimer): Promise<ClaimedJob | 'ended' | 'locked'> {
    const sql = claimWithHooksSql({ bound: agent.connectionId !== null, condition: this.condition });
    const [job] = await tx.query<TakenJob>(sql, this.parametersOf(agent));
    // Another transaction has locked or ended it since: the next fast statement finds out.
    if (!job) return 'locked';
    await this.audit.record(tx, ...leaseExpiryEvent(job));
    return job.status === 'failed' ? this.endExhausted(tx, job) : this.assign(tx, job);
  }

  /** Returns the parameters that both claiming statements begin with. */
  private parametersOf({ agentId, connectionId, clusterName }: Claimer): unknown[] {
    const place = connectionId === null ? [clusterName] : [connectionId, clusterName];
    return [agentId, this.settings.leaseSeconds, ...place];
  }

  private async endExhausted(tx: Tx, job: TakenJob): Promise<'ended'> {
    await this.kinds.of(job.kind).failed?.(tx, job, LEASE_EXHAUSTED);
    await this.audit.record(tx, jobEvents.ended(job, LEASE_EXHAUSTED));
    return 'ended';
  }

  private async assign(tx: Tx, job: TakenJob): Promise<ClaimedJob | 'ended'> {
    const answer = (await this.kinds.of(job.kind).claimed?.(tx, job)) ?? { wraps: [] };
    if (typeof answer !== 'string') {
      await this.audit.record(tx, jobEvents.claimed(job));
      return { ...job, wraps: answer.wraps };
    }
    await this.store.endOpen(tx, job.id, answer);
    await this.audit.record(tx, jobEvents.ended(job, answer));
    return 'ended';
  }
}

function leaseExpiryEvent(job: TakenJob): AuditEvent[] {
  if (job.statusBefore !== 'claimed') return [];
  return [jobEvents.leaseExpired(job, job.attemptBefore, job.agentBefore)];
}
