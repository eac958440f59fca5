import type { DomainError } from './domain-error.js';

const marked = new WeakSet<DomainError>();

/** Marks an error as due to the caller's grants, although it reads as one about the state, and returns it. */
export function dueToGrants(refusal: DomainError): DomainError {
  marked.add(refusal);
  return refusal;
}

/** Returns whether an error is marked as due to the caller's grants. */
export function isDueToGrants(refusal: DomainError): boolean {
  return marked.has(refusal);
}
