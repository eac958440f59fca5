import type { RequestCounts, RequestDay } from '../../api/queries/statistics.js';

type Kind = RequestCounts['environment_kind'];

/** What became of the requests of one day, so that each counts once. */
export interface Outcomes {
  readonly day: string;
  readonly asked: number;
  /** By a person: approved, rejected or refused. */
  readonly decided: number;
  /** No vote was needed. */
  readonly atOnce: number;
  readonly unseen: number;
  /** They wait still, were cancelled, or ended after somebody had voted. */
  readonly others: number;
  /** The median of the day, in seconds. */
  readonly median: number | null;
}

/** The kinds of environments that the service names in any of these days, prod first, deleted environments last. */
export function kindsOf(days: readonly RequestDay[]): readonly Kind[] {
  const named = new Set(
    days.flatMap(({ by_environment_kind: all }) => all.map((each) => each.environment_kind)),
  );
  return (['prod', 'non_prod', null] as const).filter((kind) => named.has(kind));
}

/** Returns what became of the requests for environments of a kind, day by day. */
export function outcomesOf(days: readonly RequestDay[], kind: Kind): readonly Outcomes[] {
  return days.map(({ day, by_environment_kind: all }) => {
    const counts = all.find(({ environment_kind }) => environment_kind === kind);
    if (!counts) return { day, ...{ asked: 0, decided: 0, atOnce: 0, unseen: 0, others: 0 }, median: null };
    const { asked, approved, rejected, refused, approved_at_once: atOnce, expired_unseen: unseen } = counts;
    const decided = approved + rejected + refused;
    const others = Math.max(0, asked - decided - atOnce - unseen);
    return { day, asked, decided, atOnce, unseen, others, median: counts.median_seconds_to_decision };
  });
}

/** Returns the sums over all days, and from what to what the medians of the days reach. */
export function totalOf(
  days: readonly Outcomes[],
): Omit<Outcomes, 'day' | 'median'> & { readonly medians: readonly [least: number, most: number] | null } {
  const sum = (name: 'asked' | 'decided' | 'atOnce' | 'unseen' | 'others'): number =>
    days.reduce((total, each) => total + each[name], 0);
  const medians = days.flatMap(({ median }) => median ?? []);
  return {
    ...{ asked: sum('asked'), decided: sum('decided'), atOnce: sum('atOnce') },
    ...{ unseen: sum('unseen'), others: sum('others') },
    medians: medians.length === 0 ? null : [Math.min(...medians), Math.max(...medians)],
  };
}
