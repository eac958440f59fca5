import { AuditedRefusal, actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { providerErrors } from './providers.errors.js';
import { providerEvents } from './providers.events.js';

/** The attempted binding; `environmentId` is null if none was given. */
export interface BindingAttempt {
  readonly projectId: string;
  readonly environmentId: string | null;
}

/** Returns the refusal of a caller whose grants do not cover the project, with its denial. */
export function outOfScopeBinding(
  caller: Caller,
  { projectId, environmentId }: BindingAttempt,
): AuditedRefusal {
  const denial = providerEvents.bindingDenied(actorOf(caller), { projectId, environmentId });
  return new AuditedRefusal(providerErrors.outOfScopeBinding(), denial);
}
