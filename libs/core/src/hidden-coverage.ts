import type { DomainError } from './domain-error.js';

const hiding = new WeakSet<DomainError>();

/** Marks an error as due to the caller's grants, although it reads as one about the state. */
export function hidingCoverage(refusal: DomainError): DomainError {
  hiding.add(refusal);
  return refusal;
}

/** Returns whether an error is due to the caller's grants. */
export function hidesCoverage(refusal: DomainError): boolean {
  return hiding.has(refusal);
}
