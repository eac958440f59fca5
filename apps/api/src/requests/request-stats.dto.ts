import { IsIn } from 'class-validator';
import { httpErrors } from '#libs/core';
import { type CountsOfKind, dayAfter, type Days, type RequestDay } from '#libs/requests';
import { IfPresent } from '../http/fields.js';
import { IsDay } from '../http/is-day.js';

const USUAL_DAYS = 30;
const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

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

  /** @throws DomainError validation_failed for no day, or more than 90 */
  days(today = new Date().toISOString().slice(0, 10)): Days {
    const until = this.until ?? dayAfter(today, 1);
    const since = this.since ?? dayAfter(until, -USUAL_DAYS);
    const days = (Date.parse(until) - Date.parse(since)) / DAY_MS;
    if (days < 1) throw refused('must be after since');
    if (days > MAX_DAYS) throw refused(`must be at most ${MAX_DAYS} days after since`);
    return { since, until };
  }
}

const refused = (message: string): Error => httpErrors.validationFailed([{ field: 'until', message }]);

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
  /** Median seconds from submission to approval, rejection or refusal, without requests approved at submission; null without a decision. */
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
