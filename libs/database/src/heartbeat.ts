/** Minimum age of a beat before the next one. */
const BEAT_MS = 500;

/**
 * Writes a beat, unless another process has just done so, and returns the primary's token with whether this statement wrote
 * it. A clock that was set back causes a beat, too.
 */
export const BEAT = `WITH beat AS (
    UPDATE replication_heartbeat SET token = gen_random_uuid(), beat_at = clock_timestamp()
    WHERE beat_at NOT BETWEEN clock_timestamp() - interval '${BEAT_MS} milliseconds' AND clock_timestamp()
    RETURNING token)
  SELECT token, true AS own FROM beat
  UNION ALL SELECT token, false FROM replication_heartbeat WHERE NOT EXISTS (SELECT FROM beat)`;

/** Reads the token that a replica has received. */
export const READ_BEAT = 'SELECT token FROM replication_heartbeat';

/** Number of remembered tokens: a replica that shows an older one is too stale to be used. */
const MAX_TOKENS = 60;

/**
 * Remembers for each beat of the primary a time before it: a replica with the beat has everything committed by that time.
 * Times are milliseconds of the process's monotonic clock.
 */
export class Heartbeat {
  private readonly moments = new Map<string, number>();
  private askedBefore: number | null = null;

  /** Records a response of the primary. @param askedAt when the statement was sent */
  note({ token, own }: { readonly token: string; readonly own: boolean }, askedAt: number): void {
    // Another process wrote this beat after the last response, which did not have it yet.
    const moment = own ? askedAt : this.askedBefore;
    this.askedBefore = askedAt;
    if (moment === null || this.moments.has(token)) return;
    this.moments.set(token, moment);
    if (this.moments.size > MAX_TOKENS) this.moments.delete(this.moments.keys().next().value!);
  }

  /** Returns the maximum age of a replica's data with that token at `now`; Infinity when unknown. */
  staleness(token: string | undefined, now: number): number {
    const moment = token === undefined ? undefined : this.moments.get(token);
    return moment === undefined ? Infinity : now - moment;
  }
}
