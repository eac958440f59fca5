import type { Audit } from '../audit.js';
import { AuditedRefusal } from '../audited-refusal.js';

/** Waits for a call of a service and, where it is refused, writes the denials as the exception filter of the api does. */
export async function recordingRefusals<Result>(audit: Audit, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof AuditedRefusal)) throw error;
    await audit.recordDenial(...error.denials);
    throw error.refusal;
  }
}
