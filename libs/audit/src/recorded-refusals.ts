import type { DomainError } from '#libs/core';

const recorded = new WeakSet<DomainError>();

/** Notes that the audit log has an event for this very refusal. */
export function markRecorded(refusal: DomainError): void {
  recorded.add(refusal);
}

/** Returns whether a refusal has an event of its own, so that it needs no general one (D99). */
export function isRecorded(refusal: DomainError): boolean {
  return recorded.has(refusal);
}
