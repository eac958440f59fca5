import { Injectable } from '@nestjs/common';
import { Database, deleteOld } from '#libs/database';

const DAY_SECONDS = 24 * 3600;

/**
 * Rows of enrollment tokens that are past their time, used or not. So long a second use is told from an expired token
 * and from a revoked one (D50, D80); afterwards the token is unknown, and 401. Which agent came by which token stays in
 * the audit log.
 */
export const PAST_ENROLLMENT_TOKENS = {
  table: 'enrollment_tokens',
  column: 'expires_at',
  keptSeconds: 30 * DAY_SECONDS,
} as const;

/** Forgets enrollment tokens that expired long ago. */
@Injectable()
export class PastEnrollmentTokens {
  constructor(private readonly database: Database) {}

  /** Deletes what expired more than 30 days ago and returns how many rows that were. */
  async prune(): Promise<number> {
    return deleteOld(this.database, PAST_ENROLLMENT_TOKENS);
  }
}
