import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { ENVIRONMENT_KINDS, type EnvironmentKind } from '#libs/policy-engine';
import { dayRange, daysOf } from './domain/day-range.js';

/** Outcomes so far of the requests submitted on one day for environments of one kind. */
export interface RequestCounts {
  readonly asked: number;
  /** Approved at submission, without a vote. */
  readonly approved_at_once: number;
  readonly approved: number;
  readonly rejected: number;
  /** Refused by the team that was to provide the values. */
  readonly refused: number;
  /** Expired without a vote or a value. */
  readonly expired_unseen: number;
  /** From submission to approval, rejection or refusal, without those approved at submission. */
  readonly median_seconds_to_decision: number | null;
}

export interface CountsOfKind extends RequestCounts {
  /** Null for deleted environments. */
  readonly environment_kind: EnvironmentKind | null;
}

export interface RequestDay {
  readonly day: string;
  readonly by_environment_kind: readonly CountsOfKind[];
}

const NONE: RequestCounts = {
  ...{ asked: 0, approved_at_once: 0, approved: 0, rejected: 0, refused: 0, expired_unseen: 0 },
  median_seconds_to_decision: null,
};

/** `access_requests r` was approved at submission. */
const AT_ONCE = `(r.direct OR r.type <> 'cross_team' AND r.min_approvers = 0)`;

const WAITING = "('pending', 'pending_values')";

/** `access_requests r` expired while it was waiting, whether that is recorded yet or not (D74). */
const EXPIRED_WAITING = `(r.status = 'expired' AND r.status_before IN ${WAITING}
  OR r.status IN ${WAITING} AND r.expires_at <= clock_timestamp())`;

/** Scans the index on the age day by day, so that at most one day's requests are sorted for a median. */
const STATS = `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, c.*
  FROM (SELECT $1::date + n AS day FROM generate_series(0, $2::date - $1::date - 1) n) d, LATERAL (
    SELECT e.kind AS environment_kind, count(*)::int AS asked,
      count(*) FILTER (WHERE r.decision = 'at once')::int AS approved_at_once,
      count(*) FILTER (WHERE r.decision = 'approved')::int AS approved,
      count(*) FILTER (WHERE r.decision = 'rejected')::int AS rejected,
      count(*) FILTER (WHERE r.decision = 'refused')::int AS refused,
      count(*) FILTER (WHERE r.unseen)::int AS expired_unseen,
      extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY r.decided_at - r.created_at)
        FILTER (WHERE r.decision <> 'at once'))::int AS median_seconds_to_decision
    FROM (
      SELECT r.environment_id, r.created_at, coalesce(r.approved_at, r.ended_at) AS decided_at,
        CASE WHEN ${AT_ONCE} THEN 'at once' WHEN r.approved_at IS NOT NULL THEN 'approved'
          WHEN r.status IN ('rejected', 'refused') THEN r.status END AS decision,
        ${EXPIRED_WAITING} AND r.approvals_count = 0 AS unseen
      FROM access_requests r
      WHERE r.created_at >= d.day::timestamp AT TIME ZONE 'UTC' AND r.created_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC') r
    LEFT JOIN environments e ON e.id = r.environment_id GROUP BY e.kind) c`;

/** Counts requests over time. */
@Injectable()
export class RequestStatsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns every day, oldest first, with every kind of environment, and zeros where there were no requests.
   *
   * @param given UTC dates; the last 30 days by default, at most 90
   * @throws DomainError validation_failed for an empty or a longer range
   */
  async byDay(given: { since?: string; until?: string }): Promise<RequestDay[]> {
    const { since, until } = dayRange(given, new Date().toISOString().slice(0, 10));
    const rows = await this.database.lists.query<CountsOfKind & { day: string }>(STATS, [since, until]);
    const found = new Map<string, CountsOfKind[]>();
    for (const { day, ...counts } of rows) found.set(day, [...(found.get(day) ?? []), counts]);
    return daysOf({ since, until }).map((day) => ({
      day,
      by_environment_kind: ofEachKind(found.get(day) ?? []),
    }));
  }
}

/** Includes deleted environments only where there are any. */
function ofEachKind(found: readonly CountsOfKind[]): CountsOfKind[] {
  const of = (kind: EnvironmentKind | null): CountsOfKind | undefined =>
    found.find((counts) => counts.environment_kind === kind);
  const kinds = ENVIRONMENT_KINDS.map((kind) => of(kind) ?? { environment_kind: kind, ...NONE });
  return [...kinds, of(null) ?? []].flat();
}
