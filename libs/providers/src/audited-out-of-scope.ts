import { actorOf, type Audit } from '#libs/audit';
import { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { providerEvents } from './providers.events.js';

/**
 * Returns what `work` returns, its transaction included. The event of a refusal for lack of coverage is written after the
 * rollback, on its own, so that it outlives it (D58).
 *
 * @throws what `work` throws; the database's error where the event can't be written
 */
export async function auditedOutOfScope<Result>(
  audit: Audit,
  caller: Caller,
  { projectId, environmentId }: { readonly projectId: string; readonly environmentId: string | null },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'out_of_scope_binding')
      await audit.refuse(error, providerEvents.bindingDenied(actorOf(caller), { projectId, environmentId }));
    throw error;
  }
}
