import { Injectable } from '@nestjs/common';
import { Audit, AuditedRefusal } from '#libs/audit';
import { Database } from '#libs/database';
import { DomainError } from '#libs/core';
import { JobOwnership, type Job, jobErrors } from '#libs/jobs';
import { KeyService } from '#libs/kms';
import { type HpkeEnvelope, sealAgentValue } from '#libs/agent-protocol';
import { openWrap, type StoredWrap, wrapErrors, wrapEvents, WrapReadModel, WrapStore } from '#libs/wraps';
import type { AgentPrincipal } from './agent.js';
import { agentErrors } from './agents.errors.js';

/** The value of a wrap, sealed to the public key of one agent. */
export type RetrievedAgentWrap = HpkeEnvelope & {
  readonly wrapId: string;
  readonly requestId: string;
  readonly keyName: string;
};

const SAME_KEY = 'SELECT public_key IS NOT DISTINCT FROM $2 AS same FROM agents WHERE id = $1';

/** Patch flow: lets the agent that has claimed the request's job retrieve a wrap, once (D26, D53). */
@Injectable()
export class AgentWrapRetrievalService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobOwnership,
    private readonly store: WrapStore,
    private readonly wraps: WrapReadModel,
    private readonly keys: KeyService,
    private readonly audit: Audit,
  ) {}

  /**
   * Retrieves the value. Everything that can fail runs before the statement that consumes the wrap.
   *
   * @throws DomainError wrap_not_found (also for another agent's), job_not_claimed (also if the agent's key was replaced
   *   after its authentication), wrap_consumed, wrap_expired, public_key_missing; 503, with nothing consumed, while the
   *   key service is unreachable
   */
  async retrieve(agent: AgentPrincipal, wrapId: string): Promise<RetrievedAgentWrap> {
    const wrap = await this.wraps.findForAgent(this.database, wrapId);
    if (!wrap) throw wrapErrors.notFound();
    try {
      const job = await this.jobs.findOfRequest(agent.agentId, wrap.requestId);
      if (!job) throw wrapErrors.notFound();
      // Checked after the job was found: replacing the key releases the agent's jobs, and lock() then fails.
      if (!(await this.hasSameKey(agent))) throw jobErrors.notClaimed();
      const envelope = await this.seal(agent, wrap);
      await this.consume(agent, job, wrap);
      return { ...envelope, wrapId, requestId: wrap.requestId, keyName: wrap.keyName };
    } catch (error) {
      throw error instanceof DomainError && error.kind !== 'unavailable'
        ? await this.audited(error, agent, wrap)
        : error;
    }
  }

  /** Returns whether the agent's public key is still the one of its authentication. */
  private async hasSameKey({ agentId, publicKey }: AgentPrincipal): Promise<boolean> {
    const [row] = await this.database.query<{ same: boolean }>(SAME_KEY, [agentId, publicKey]);
    return row?.same ?? false;
  }

  private async seal(agent: AgentPrincipal, wrap: StoredWrap): Promise<HpkeEnvelope> {
    assertAvailable(wrap.status);
    if (!agent.publicKey) throw agentErrors.publicKeyMissing();
    const value = await openWrap(wrap, this.keys);
    try {
      return sealAgentValue(agent.publicKey, value, agent.agentId, wrap.id);
    } finally {
      value.wipe();
    }
  }

  private async consume(agent: AgentPrincipal, job: Job, wrap: StoredWrap): Promise<void> {
    const { id: wrapId, requestId, keyName, audience } = wrap;
    await this.database.transaction(async (tx) => {
      await this.jobs.lock(tx, agent.agentId, job.id, job.attempt);
      if (!(await this.store.consumeForAgent(tx, { wrapId, requestId }))) {
        const now = await this.wraps.findForAgent(tx, wrapId);
        throw now?.status === 'consumed' ? wrapErrors.consumed() : wrapErrors.expired();
      }
      const subject = { wrapId, requestId, keyName, audience, correlationId: job.correlationId };
      await this.audit.record(tx, wrapEvents.retrieved(`agent:${agent.agentId}`, subject));
    });
  }

  /** Adds a denial with the request's correlation id, so that the request's audit trail contains refused attempts. */
  private async audited(
    error: DomainError,
    agent: AgentPrincipal,
    wrap: StoredWrap,
  ): Promise<AuditedRefusal> {
    const correlationId = await this.jobs.correlationOfRequest(wrap.requestId);
    const subject = { wrapId: wrap.id, requestId: wrap.requestId, correlationId };
    const denial = wrapEvents.retrievalDenied(`agent:${agent.agentId}`, subject, error.code);
    return new AuditedRefusal(error, denial);
  }
}

function assertAvailable(status: StoredWrap['status']): void {
  if (status === 'consumed') throw wrapErrors.consumed();
  if (status === 'expired') throw wrapErrors.expired();
}
