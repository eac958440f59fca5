import type { ExportedEvent } from './export-line.js';

/** Action and actor of the event that records the removal of a month. */
const ACTION = 'audit.partition.drop';
const ACTOR = 'system:audit-retention';

/** The removed leaves of the tree. */
interface RemovedLeaves {
  readonly count: number;
  readonly last: number;
  /** The latest time of an event that was sealed before the last of them; milliseconds. */
  readonly sealedBeforeMs: number;
}

/** What the newest record says. */
interface RecordedRemoval {
  /** The record's own leaf. */
  readonly leaf: number;
  /** The last removed leaf. */
  readonly lastLeaf: number;
  /** Leaves removed by this and all earlier runs. */
  readonly removedInAll: number;
  /** End of the last removed month, milliseconds since 1970; NaN if the record names none. */
  readonly untilMs: number;
}

/** The log's own record of events that retention removed: whole months, the oldest first. */
export class RetentionRecord {
  private newest: RecordedRemoval | null = null;
  private oldestMs = Infinity;

  /**
   * @param newestSize the size of the newest checkpoint: an event beyond it could be forged
   * @param graceMs by how much an event can be older than one that was sealed before it
   */
  constructor(
    private readonly newestSize: number,
    private readonly graceMs: number,
  ) {}

  /** Notes an event's age, and keeps the newest record of a removal that a checkpoint covers. */
  note({ actor, action, metadata, leafIndex, atMs }: ExportedEvent): void {
    this.oldestMs = Math.min(this.oldestMs, atMs);
    if (action !== ACTION || actor !== ACTOR || leafIndex === null || leafIndex >= this.newestSize) return;
    if (this.newest && this.newest.leaf > leafIndex) return;
    const { last_leaf: lastLeaf, removed_in_all: removedInAll, until } = metadata;
    this.newest = {
      leaf: leafIndex,
      lastLeaf: Number(lastLeaf),
      removedInAll: Number(removedInAll),
      untilMs: endedMonth(until, atMs),
    };
  }

  /** End of the removed period by the newest record; ISO 8601, null without a record. */
  get until(): string | null {
    const { untilMs = NaN } = this.newest ?? {};
    return Number.isNaN(untilMs) ? null : new Date(untilMs).toISOString();
  }

  /** Returns a fault for each mismatch between the removed events and the sealed record. */
  faults({ count, last, sealedBeforeMs }: RemovedLeaves): string[] {
    if (count === 0) return [];
    if (!this.newest)
      return ['hashes replace events, but no event under a checkpoint records their removal: deleted'];
    const { lastLeaf, removedInAll, untilMs } = this.newest;
    if (count !== removedInAll || !(last <= lastLeaf))
      return [
        `hashes replace ${count} events up to leaf ${last}, but the log records the removal of ${removedInAll} up to leaf ${lastLeaf}: deleted ` +
          '(unless a month was dropped while the export ran: then export again)',
      ];
    if (Number.isNaN(untilMs))
      return [
        'the event that records the removal does not name the end of a past month: retention did not write it',
      ];
    const { until } = this;
    if (this.oldestMs < untilMs)
      return [`events before ${until} exist, though all of them were removed: restored or inserted`];
    if (sealedBeforeMs - untilMs > this.graceMs)
      return [
        `leaf ${last} has no event, but was sealed after events that are later than ${until}, up to which all was removed: deleted`,
      ];
    return [];
  }
}

/** Returns the instant if it is the end of a month (UTC) at least a month ago; else NaN. */
function endedMonth(until: unknown, atMs: number): number {
  if (typeof until !== 'string') return NaN;
  const [end, at] = [new Date(until), new Date(atMs)];
  const next = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1);
  const isMonth = end.getTime() === Date.UTC(end.getUTCFullYear(), end.getUTCMonth());
  return isMonth && next <= Date.UTC(at.getUTCFullYear(), at.getUTCMonth()) ? end.getTime() : NaN;
}
