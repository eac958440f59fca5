import { Injectable } from '@nestjs/common';
import { Database, deleteOld } from '#libs/database';

const DAY_SECONDS = 24 * 3600;

/**
 * Rows of sessions that are over. No answer depends on them: an ended session and one that is not there are both 401,
 * and the audit log names sessions by id only. They stay for a while for whoever looks into how somebody got in, from
 * the session's latest possible end on.
 */
export const ENDED_SESSIONS = {
  table: 'sessions',
  column: 'expires_at',
  keptSeconds: 30 * DAY_SECONDS,
} as const;

/** Forgets sessions that ended long ago. */
@Injectable()
export class EndedSessions {
  constructor(private readonly database: Database) {}

  /** Deletes what is past its time, and gives how many. */
  async prune(): Promise<number> {
    return deleteOld(this.database, ENDED_SESSIONS);
  }
}
