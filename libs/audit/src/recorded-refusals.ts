import type { DomainError } from '#libs/core';

const recorded = new WeakSet<DomainError>();

/** Marks an error as recorded in the audit log. */
export function markRecorded(refusal: DomainError): void {
  recorded.add(refusal);
}

/** Returns whether an error is already recorded, so that it needs no general event (D99). */
export function isRecorded(refusal: DomainError): boolean {
  return recorded.has(refusal);
}
