import { agentErrors } from '#libs/agents';
import { authErrors, workloadErrors } from '#libs/auth';
import { type DomainError, httpErrors } from '#libs/core';
import { idempotencyErrors } from '#libs/idempotency';
import type { Declarations } from './declarations.js';
import type { Handler } from './handlers.js';

const STEP_UP_SECONDS = 900;
const CHANGES = new Set(['post', 'put', 'patch', 'delete']);

/** Returns the errors that follow from what a handler declares: those of the guard, the body reader and the pipes. */
export function generalRefusals(handler: Handler, declared: Declarations, hasInput: boolean): DomainError[] {
  const changes = CHANGES.has(handler.verb);
  const readsBody = changes && handler.verb !== 'delete';
  return [
    ...accessRefusals(declared),
    ...(changes || declared.sameOriginOnly ? [httpErrors.crossSite()] : []),
    ...(declared.limit ? [httpErrors.rateLimited(declared.limit.windowSeconds)] : []),
    ...(readsBody ? [httpErrors.payloadTooLarge(), httpErrors.unsupportedMediaType()] : []),
    ...(readsBody || hasInput ? [httpErrors.invalidField('name', 'must be text')] : []),
    ...headerRefusals(declared, changes),
    // Public responses come from memory.
    ...(declared.access.kind === 'public' && !changes ? [] : [httpErrors.dependencyUnavailable()]),
  ];
}

function headerRefusals({ takesIdempotencyKey, versioned }: Declarations, changes: boolean): DomainError[] {
  return [
    ...(takesIdempotencyKey ? [idempotencyErrors.malformed(), idempotencyErrors.reused()] : []),
    ...(changes && versioned ? [httpErrors.changedMeanwhile()] : []),
  ];
}

function accessRefusals({ access, freshMfa, beforeMfa, forWorkloads }: Declarations): DomainError[] {
  if (access.kind === 'public') return [];
  if (access.kind === 'agent') return [agentErrors.unauthorized(), httpErrors.rateLimited(60)];
  // With MFA required at sign-in, every handler but the BeforeMfa ones may require a step-up.
  const stepsUp = freshMfa !== undefined || !beforeMfa;
  return [
    httpErrors.unauthenticated(),
    httpErrors.rateLimited(1),
    ...(stepsUp ? [authErrors.stepUpRequired(STEP_UP_SECONDS), authErrors.mfaEnrollmentRequired()] : []),
    ...(access.kind === 'permission'
      ? [access.refusal?.() ?? httpErrors.permissionDenied(access.anyOf[0] ?? '')]
      : []),
    ...(forWorkloads ? [] : [workloadErrors.notAllowed()]),
  ];
}
