import type { Grant } from './coverage.js';

/** A signed-in user or workload, as loaded for one request in one statement, and never cached. */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string | null;
  /** The name of the workload identity; null for a person. */
  readonly workload: string | null;
  readonly sessionId: string;
  readonly grants: readonly Grant[];
  readonly lastMfaAt: Date | null;
  /** Whether last_mfa_at lies within the step-up window, by the database's clock at authentication. */
  readonly mfaFresh: boolean;
}

/** Returns what kind of principal the caller is. */
export function principalKindOf({ workload }: Pick<Caller, 'workload'>): 'person' | 'workload' {
  return workload === null ? 'person' : 'workload';
}
