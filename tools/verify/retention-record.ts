import type { ExportedEvent } from './export-line.js';

/** The event that says that a month was removed, and who writes it. */
const ACTION = 'audit.partition.drop';
const ACTOR = 'system:audit-retention';

/** Removed leaves as the tree has them. */
interface RemovedLeaves {
  readonly count: number;
  readonly last: number;
  /** The latest time of an event that was sealed before the last of them; milliseconds. */
  readonly sealedBeforeMs: number;
}

interface Said {
  readonly leaf: number;
  readonly lastLeaf: number;
  readonly removedInAll: number;
  readonly untilMs: number;
}

/** What the log itself says of events that retention removed: whole months, the oldest ones, and that long ago. */
export class RetentionRecord {
  private newest: Said | null = null;
  private oldestMs = Infinity;

  /**
   * @param vouchedFor the size of the newest checkpoint: an event beyond it could be anybody's
   * @param graceMs by how much an event can be older than one that was sealed before it
   */
  constructor(
    private readonly vouchedFor: number,
    private readonly graceMs: number,
  ) {}

  /** Remembers how old an event is; and the event itself, under a checkpoint, when it is the newest of its kind. */
  note({ actor, action, metadata, leafIndex, atMs }: ExportedEvent): void {
    this.oldestMs = Math.min(this.oldestMs, atMs);
    if (action !== ACTION || actor !== ACTOR || leafIndex === null || leafIndex >= this.vouchedFor) return;
    if (this.newest && this.newest.leaf > leafIndex) return;
    const { last_leaf: lastLeaf, removed_in_all: removedInAll, until } = metadata;
    this.newest = {
      leaf: leafIndex,
      lastLeaf: Number(lastLeaf),
      removedInAll: Number(removedInAll),
      untilMs: endedMonth(until, atMs),
    };
  }

  /** Up to when the newest of them says that all was removed; ISO 8601, null when none says it. */
  get until(): string | null {
    const { untilMs = NaN } = this.newest ?? {};
    return Number.isNaN(untilMs) ? null : new Date(untilMs).toISOString();
  }

  /** What of the removed events no sealed event accounts for. */
  faults({ count, last, sealedBeforeMs }: RemovedLeaves): string[] {
    if (count === 0) return [];
    if (!this.newest)
      return [
        'hashes stand in place of events, but no event under a checkpoint says that they were removed: deleted',
      ];
    const { lastLeaf, removedInAll, untilMs } = this.newest;
    if (count !== removedInAll || !(last <= lastLeaf))
      return [
        `hashes stand in place of ${count} events up to leaf ${last}, but the log says that ${removedInAll} up to leaf ${lastLeaf} were removed: deleted ` +
          '(unless a month was dropped while the export ran: then export again)',
      ];
    if (Number.isNaN(untilMs))
      return [
        'the event that says what was removed names no month that had ended: retention did not write it',
      ];
    const { until } = this;
    if (this.oldestMs < untilMs)
      return [`events before ${until} are there, though all of them were removed: brought back, or inserted`];
    if (sealedBeforeMs - untilMs > this.graceMs)
      return [
        `leaf ${last} has no event, but was sealed after events that are later than ${until}, up to which all was removed: deleted`,
      ];
    return [];
  }
}

/** The instant, when it is the end of a month (UTC) that was over for a month at least; else NaN. */
function endedMonth(until: unknown, atMs: number): number {
  if (typeof until !== 'string') return NaN;
  const [end, at] = [new Date(until), new Date(atMs)];
  const next = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1);
  const isMonth = end.getTime() === Date.UTC(end.getUTCFullYear(), end.getUTCMonth());
  return isMonth && next <= Date.UTC(at.getUTCFullYear(), at.getUTCMonth()) ? end.getTime() : NaN;
}
