import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { JobKind } from './job.js';

/** The open jobs of a kind. */
export interface QueueDepth {
  readonly kind: JobKind;
  readonly queued: number;
  readonly claimed: number;
  /** Age in seconds of the oldest job that no agent holds; 0 when there is none. */
  readonly oldestSeconds: number;
}

/** Claimed with an unexpired lease; otherwise the job is waiting (D83). */
const HELD = `(j.status = 'claimed' AND j.lease_expires_at > clock_timestamp())`;

const DEPTH = `SELECT j.kind, count(*) FILTER (WHERE NOT ${HELD})::int AS queued, count(*) FILTER (WHERE ${HELD})::int AS claimed,
    coalesce(extract(epoch FROM clock_timestamp() - min(j.created_at) FILTER (WHERE NOT ${HELD})), 0)::float8 AS "oldestSeconds"
  FROM jobs j WHERE j.status IN ('queued', 'claimed') GROUP BY j.kind ORDER BY j.kind`;

/** Jobs that no agent holds. */
export interface WaitingJobs {
  readonly queued: number;
  readonly oldest_queued_at: Date | null;
}

const WAITING = `SELECT count(*)::int AS queued, min(j.created_at) AS oldest_queued_at
  FROM jobs j WHERE j.status IN ('queued', 'claimed') AND NOT ${HELD}`;

/** Reads the queue's depth and age. */
@Injectable()
export class QueueReadModel {
  constructor(private readonly database: Database) {}

  async waiting(): Promise<WaitingJobs> {
    return (await this.database.query<WaitingJobs>(WAITING))[0] as WaitingJobs;
  }

  /** Returns the depth by kind, without kinds that have no open job. */
  async depth(): Promise<QueueDepth[]> {
    return this.database.query<QueueDepth>(DEPTH);
  }
}
