import type { Grant } from './coverage.js';

/** A signed-in user as one request sees them: read in one statement, never kept between requests. */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly sessionId: string;
  readonly grants: readonly Grant[];
  readonly lastMfaAt: Date | null;
  /** Whether last_mfa_at lies within the step-up window, by the database's clock at authentication. */
  readonly mfaFresh: boolean;
}
