import type { DomainError } from './domain-error.js';

const hiding = new WeakSet<DomainError>();

/** Notes that a refusal is of the caller, whose grants do not reach what is there, though it reads as one of the state. */
export function hidingCoverage(refusal: DomainError): DomainError {
  hiding.add(refusal);
  return refusal;
}

/** Returns whether a refusal stands for grants that do not reach. */
export function hidesCoverage(refusal: DomainError): boolean {
  return hiding.has(refusal);
}
