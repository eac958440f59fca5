import { IsIn } from 'class-validator';
import type { CountsOfKind, RequestDay } from '#libs/requests';
import { IfPresent } from '../http/fields.js';
import { IsDay } from '../http/is-day.js';

/** Which days are counted, those of UTC: the last 30, of which today is one, unless others are named. */
export class RequestStatsQuery {
  @IfPresent()
  @IsIn(['day'])
  bucket?: 'day';

  /** The first day; defaults to 30 days before `until`. */
  @IfPresent()
  @IsDay()
  since?: string;

  /** The day after the last one, at most 90 days after `since`; defaults to tomorrow. */
  @IfPresent()
  @IsDay()
  until?: string;
}

/** Current outcomes of the requests submitted on one day for environments of one kind. */
export class RequestCountsResponse {
  /** Null for environments that were deleted since. */
  environment_kind: 'prod' | 'non_prod' | null;
  asked: number;
  /** Approved at submission, without a vote. */
  approved_at_once: number;
  approved: number;
  rejected: number;
  /** Refused by the team that was to provide the values. */
  refused: number;
  /** Expired without a vote or a value. */
  expired_unseen: number;
  /**
   * Median seconds from submission to approval, rejection or refusal, without requests approved at submission; null
   * without a decision.
   */
  median_seconds_to_decision: number | null;

  static of(this: void, counts: CountsOfKind): RequestCountsResponse {
    return { ...counts };
  }
}

export class RequestDayResponse {
  /** Date in UTC. */
  day: string;
  /** One entry for each kind, and one with null if there are requests for deleted environments. */
  by_environment_kind: RequestCountsResponse[];
}

export class RequestStatsResponse {
  /** Every day, oldest first. */
  days: RequestDayResponse[];

  static of(this: void, days: readonly RequestDay[]): RequestStatsResponse {
    return {
      days: days.map(({ day, by_environment_kind }) => ({
        day,
        by_environment_kind: by_environment_kind.map(RequestCountsResponse.of),
      })),
    };
  }
}
