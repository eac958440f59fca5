import type { Audit } from '../audit.js';
import { AuditedRefusal } from '../audited-refusal.js';

/** Awaits a service call and writes the denials of its refusal, like the api's exception filter. */
export async function recordingRefusals<Result>(audit: Audit, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof AuditedRefusal)) throw error;
    await audit.recordDenial(...error.denials);
    throw error.refusal;
  }
}
