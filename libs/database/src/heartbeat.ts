/** A beat is not older than this when the next one is asked for. */
const BEAT_MS = 500;

/**
 * Beats, unless another process has just done so, and returns the primary's token with whether it is of this statement.
 * A clock that is set back makes it beat as well.
 */
export const BEAT = `WITH beat AS (
    UPDATE replication_heartbeat SET token = gen_random_uuid(), beat_at = clock_timestamp()
    WHERE beat_at NOT BETWEEN clock_timestamp() - interval '${BEAT_MS} milliseconds' AND clock_timestamp()
    RETURNING token)
  SELECT token, true AS own FROM beat
  UNION ALL SELECT token, false FROM replication_heartbeat WHERE NOT EXISTS (SELECT FROM beat)`;

/** Reads the token that a replica has. */
export const READ_BEAT = 'SELECT token FROM replication_heartbeat';

/** Tokens are forgotten after this long: a replica that shows one of them is not used anyway. */
const KEPT = 60;

/**
 * Knows, for each beat of the primary, a moment before it: whoever has the beat has everything that was committed by that
 * moment. Times are the process's own, in milliseconds of a clock that never goes back.
 */
export class Heartbeat {
  private readonly moments = new Map<string, number>();
  private askedBefore: number | null = null;

  /** Notes an answer of the primary. @param askedAt when it was asked */
  note({ token, own }: { readonly token: string; readonly own: boolean }, askedAt: number): void {
    // A beat of another process came at some time after the last answer, which did not have it yet.
    const moment = own ? askedAt : this.askedBefore;
    this.askedBefore = askedAt;
    if (moment === null || this.moments.has(token)) return;
    this.moments.set(token, moment);
    if (this.moments.size > KEPT) this.moments.delete(this.moments.keys().next().value!);
  }

  /** Returns how old, at most, the data of a replica with that token is at `now`; Infinity where nobody knows. */
  staleness(token: string | undefined, now: number): number {
    const moment = token === undefined ? undefined : this.moments.get(token);
    return moment === undefined ? Infinity : now - moment;
  }
}
