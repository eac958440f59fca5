import type { ExportedEvent, RemovedSubtree } from './export-line.js';

/** The event that says that a month was removed. */
const ACTION = 'audit.partition.drop';

/** What the log itself says of events that retention removed. */
export class RetentionRecord {
  private newest: { readonly leaf: number; readonly lastLeaf: number; readonly removedInAll: number } | null =
    null;

  /** @param vouchedFor the size of the newest checkpoint: an event beyond it could be anybody's */
  constructor(private readonly vouchedFor: number) {}

  /** Remembers an event under a checkpoint when it is the newest of its kind. */
  note({ action, metadata, leafIndex }: ExportedEvent): void {
    if (action !== ACTION || leafIndex === null || leafIndex >= this.vouchedFor) return;
    if (this.newest && this.newest.leaf > leafIndex) return;
    const { last_leaf: lastLeaf, removed_in_all: removedInAll } = metadata;
    this.newest = { leaf: leafIndex, lastLeaf: Number(lastLeaf), removedInAll: Number(removedInAll) };
  }

  /** What of the removed events no sealed event accounts for. */
  faults(removed: readonly RemovedSubtree[]): string[] {
    if (removed.length === 0) return [];
    if (!this.newest)
      return [
        'hashes stand in place of events, but no event under a checkpoint says that they were removed: deleted',
      ];
    const count = removed.reduce((sum, { level }) => sum + 2 ** level, 0);
    const last = Math.max(...removed.map(({ level, position }) => (position + 1) * 2 ** level - 1));
    const { lastLeaf, removedInAll } = this.newest;
    if (count === removedInAll && last <= lastLeaf) return [];
    return [
      `hashes stand in place of ${count} events up to leaf ${last}, but the log says that ${removedInAll} up to leaf ${lastLeaf} were removed: deleted`,
    ];
  }
}
