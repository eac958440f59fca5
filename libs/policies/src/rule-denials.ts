import { Injectable } from '@nestjs/common';
import { actorOf, Audit, type AuditEvent } from '#libs/audit';
import { Database } from '#libs/database';
import { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { policyEvents } from './policies.events.js';
import type { RuleAnchor } from './rule-anchor.js';
import { RuleCounters } from './rule-counters.js';

/** Counts refusals of scoped authoring and audits those that the specification names. */
@Injectable()
export class RuleDenials {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly counters: RuleCounters,
  ) {}

  /**
   * Runs `work`, its transaction included. The event of a refusal is written after the rollback, on its own, so
   * that it outlives it (D58); if it cannot be written, that failure is what the caller sees.
   */
  async watching<Result>(caller: Caller, anchor: RuleAnchor, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.database.afterCompletion(() => this.counters.denied(error));
      if (!(error instanceof DomainError)) throw error;
      const event = eventOf(error, caller, anchor);
      if (event) await this.audit.refuse(error, event);
      throw error;
    }
  }
}

function eventOf(error: DomainError, caller: Caller, anchor: RuleAnchor): AuditEvent | null {
  const actor = actorOf(caller);
  if (error.code === 'out_of_scope_policy') return policyEvents.deniedOutOfScope(actor, anchor);
  if (error.code !== 'workflow_not_authorable_for_scope') return null;
  return policyEvents.deniedWorkflow(actor, anchor, String(error.extra['workflow_id']));
}
