import { AuditedRefusal, type AuditEvent, actorOf } from '#libs/audit';
import { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { policyEvents } from './policies.events.js';
import type { RuleAnchor } from './rule-anchor.js';

/** Adds to an error of scoped authoring the denial that the specification defines for it, if any. */
export function withDenial(error: unknown, caller: Caller, anchor: RuleAnchor): unknown {
  const event = error instanceof DomainError ? eventOf(error, caller, anchor) : null;
  return event ? new AuditedRefusal(error as DomainError, event) : error;
}

function eventOf(error: DomainError, caller: Caller, anchor: RuleAnchor): AuditEvent | null {
  const actor = actorOf(caller);
  if (error.code === 'out_of_scope_policy') return policyEvents.deniedOutOfScope(actor, anchor);
  if (error.code !== 'workflow_not_authorable_for_scope') return null;
  return policyEvents.deniedWorkflow(actor, anchor, String(error.extra['workflow_id']));
}
